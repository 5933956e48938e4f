import AcceptanceModel
import Testing

@Suite struct AnswerContractTests {
  private func duty(_ status: Int, retryAfter: Duration? = nil) -> ClientObligation {
    AnswerContract().duty(
      for: AnswerFacts(status: status, content: .error, retryAfter: retryAfter))
  }

  @Test("each registered 4xx has a row with a reason, and no status two")
  func rows() {
    // https://www.iana.org/assignments/http-status-codes, without 418 (unused) and unassigned ones.
    let registered = Array(400...417) + Array(421...426) + [428, 429, 431, 451]
    let rows = AnswerRow.all.map(\.status)
    #expect(Set(registered).isSubset(of: rows))
    #expect(Set(rows).count == rows.count)
    for row in AnswerRow.all { #expect(row.reason.count > 10) }
  }

  @Test(
    "after an answer that may be repeated with a change, or is about something else, both are right",
    arguments: [402, 407, 411, 417, 424, 426, 428, 431])
  func both(_ status: Int) { #expect(duty(status) == .keepOrStop) }

  @Test(
    "a 4xx that is not registered is a vendor's: neither stopping nor sending again is wrong",
    arguments: [418, 419, 420, 427, 430, 432, 440, 444, 449, 450, 460, 494, 495, 498, 499])
  func unregistered(_ status: Int) { #expect(duty(status) == .keepOrStop) }

  @Test("a 413 that names a time is temporary")
  func contentTooLarge() {
    #expect(duty(413) == .stop)
    #expect(duty(413, retryAfter: .seconds(5)) == .keepOrStop)
  }
}
