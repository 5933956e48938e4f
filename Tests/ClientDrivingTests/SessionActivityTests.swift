import Foundation
import Testing

@testable import ClientDriving

@Suite("Whether a client has anything to do")
struct SessionActivityTests {
  private static func status(_ state: String, _ voluntary: String, _ involuntary: String) -> [UInt8]
  {
    Array(
      """
      Name:\tState: R
      State:\t\(state)
      Tgid:\t7
      voluntary_ctxt_switches:\t\(voluntary)
      nonvoluntary_ctxt_switches:\t\(involuntary)

      """.utf8)
  }

  @Test(
    "a thread sleeps where it waits, and not where it runs, waits for a processor or for a disk",
    arguments: [
      ("S (sleeping)", true), ("I (idle)", true), ("R (running)", false),
      ("D (disk sleep)", false), ("T (stopped)", false), ("Z (zombie)", false),
    ])
  func states(state: String, sleeps: Bool) {
    let status = ThreadStatus(lines: Self.status(state, "12", "3"))
    #expect(status == ThreadStatus(sleeps: sleeps, switchCount: 15))
  }

  @Test("what does not say all of it says nothing")
  func incomplete() {
    #expect(ThreadStatus(lines: Array("State:\tS (sleeping)\n".utf8)) == nil)
    #expect(ThreadStatus(lines: Self.status("S", "many", "3")) == nil)
    #expect(ThreadStatus(lines: []) == nil)
  }

  @Test("a session without a process can't be asked")
  func nobody() {
    #expect(SessionActivity.isAsleep(session: Int32.max - 1) == nil)
  }
}
