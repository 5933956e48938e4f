// Owns: the rules of a one-shot client's life, without processes.

import AcceptanceModel
import Testing

@testable import ClientDriving

@Suite struct CommandLifeTests {
  @Test("a session without a process ends only when it is ended")
  func quitsWithoutProcess() {
    var life = CommandLife()
    #expect(life.handle(.quitAsked) == [.quit])
    #expect(life.over == nil)
    #expect(life.handle(.closingDone) == [.finish(.status(0))])
    #expect(life.handle(.closingDone) == [])
  }

  @Test("a kill finishes only when every program is gone and the kill itself is done")
  func killWaitsForAll() {
    var life = CommandLife()
    #expect(life.handle(.started(7, isApp: false)) == [])
    #expect(life.handle(.killAsked) == [.killGroups([7]), .kill])
    #expect(life.over == .signal(9))
    #expect(life.handle(.killAsked) == [])
    #expect(life.handle(.closingDone) == [])
    #expect(life.handle(.ended(7, .signal(9), byRunner: false)) == [.finish(.signal(9))])
  }

  @Test("a program that starts while the client is being ended is killed at once")
  func killsLateStarters() {
    var life = CommandLife()
    _ = life.handle(.killAsked)
    #expect(life.handle(.started(8, isApp: false)) == [.killGroups([8])])
    #expect(life.handle(.closingDone) == [])
    #expect(life.handle(.ended(8, .signal(9), byRunner: false)) == [.finish(.signal(9))])
    #expect(life.handle(.started(9, isApp: false)) == [.killGroups([9])])
  }

  @Test(
    "an app that dies of the SIGTERM it was asked with has quit in order",
    arguments: [
      (ProcessExit.signal(15), ProcessExit.status(0)),
      (.status(143), .status(0)),
      (.status(1), .status(1)), (.signal(6), .signal(6)),
    ])
  func readsQuit(end: ProcessExit, said: ProcessExit) {
    var life = CommandLife()
    _ = life.handle(.started(7, isApp: true))
    #expect(life.handle(.quitAsked) == [.quit])
    #expect(life.handle(.ended(7, end, byRunner: false)) == [])
    #expect(life.handle(.closingDone) == [.finish(said)])
  }

  @Test("a kill during a quit waits for both closings")
  func killsDuringQuit() {
    var life = CommandLife()
    _ = life.handle(.quitAsked)
    #expect(life.handle(.killAsked) == [.killGroups([]), .kill])
    #expect(life.handle(.closingDone) == [])
    #expect(life.handle(.closingDone) == [.finish(.signal(9))])
  }

  @Test("a verb that the runner killed at its deadline is no crash, one that died alone is")
  func tellsCrashes() {
    var life = CommandLife()
    _ = life.handle(.started(7, isApp: false))
    #expect(life.handle(.ended(7, .signal(9), byRunner: true)) == [])
    _ = life.handle(.started(8, isApp: false))
    #expect(life.handle(.ended(8, .signal(11), byRunner: false)) == [.killGroups([]), .sweep])
    #expect(life.handle(.closingDone) == [.finish(.signal(11))])
  }
}
