import AcceptanceModel
import Judge
import Testing

@Suite("Verdicts")
struct VerdictTests {
  private let wrong = Log { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.send("A")
    log.answer(200)
  }
  private let right = Log { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
  }

  @Test("a finding beats an error")
  func findingBeatsError() {
    let verdict = Judge.verdict(of: wrong.history, error: .interrupted)
    #expect(verdict == .failed(wrong.findings))
  }

  @Test("an error is no pass")
  func errorIsNoPass() {
    let error = RunnerError.faultNotReached(index: 0, kind: "lost-answer")
    #expect(Judge.verdict(of: right.history, error: error) == .error(error))
  }

  @Test("no finding and no error is a pass")
  func pass() {
    #expect(Judge.verdict(of: right.history, error: nil) == .passed)
  }

  @Test("a waived code is left out")
  func waiver() {
    var log = wrong
    log.terms.waivers = [Waiver(code: FindingCode("sent-after-done"), reason: "by design")]
    #expect(Judge.verdict(of: log.history, error: nil) == .passed)
  }

  @Test("an empty history passes: there is nothing that a client did wrong")
  func empty() {
    #expect(Log { _ in }.findings == [])
  }
}
