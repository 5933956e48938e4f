import Testing

@testable import ClientDriving

@Suite("How long a scenario's processes lacked a processor")
struct ProcessorWaitTests {
  @Test("descendants count, each process once")
  func descendants() {
    let times: [Int32: ThreadTimes] = [
      10: ThreadTimes(lacking: .milliseconds(5), children: [11, 12], reapedCount: 0),
      11: ThreadTimes(lacking: .milliseconds(7), children: [12], reapedCount: 3),
      12: ThreadTimes(lacking: .milliseconds(1), children: [], reapedCount: 0),
    ]
    let wait = ProcessorWait.total(over: [10, 12]) { times[$0] }
    #expect(
      wait == ProcessorWait(lacking: .milliseconds(13), isComplete: true, reapedCount: 3))
  }

  @Test("a process that cannot be read makes it incomplete")
  func unreadable() {
    let wait = ProcessorWait.total(over: [10, 11]) { process in
      process == 10
        ? ThreadTimes(lacking: .milliseconds(5), children: [], reapedCount: 0) : nil
    }
    #expect(wait == ProcessorWait(lacking: .milliseconds(5), isComplete: false))
  }

  @Test("a scenario without processes has none that could be counted")
  func nobody() {
    let wait = ProcessorWait.ofScenario(home: "/nowhere/that/was/started")
    #expect(!wait.isComplete && wait.lacking == .zero)
  }

  #if os(Linux)
    @Test("the kernel's files are read")
    func files() throws {
      #expect(ThreadTimes.waited(schedstat: "8034 63789 12\n") == 63789)
      #expect(ThreadTimes.waited(schedstat: "8034 63789") == nil)
      let stat = "7 (a b) c) S 1 7 7 0 -1 4194560 500 77 0 0 3 1 0 0 20 0 1 0 100 0 0"
      #expect(ThreadTimes.reapedCount(stat: stat) == 77)
      #expect(ThreadTimes.reapedCount(stat: "7 (a") == 0)
      let own = try #require(ThreadTimes.read(LibC.processID))
      #expect(own.lacking >= .zero)
      #expect(ThreadTimes.read(Int32.max) == nil)
    }
  #endif
}
