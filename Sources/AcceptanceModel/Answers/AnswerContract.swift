/// What each answer obliges the client to; a table overrides rows by status.
package struct AnswerContract: Sendable, Hashable {
  /// Overrides by status, from the table's `answers`.
  package var overrides: [Int: ClientObligation]

  package init(overrides: [Int: ClientObligation] = [:]) { self.overrides = overrides }

  package func duty(for answer: AnswerFacts) -> ClientObligation {
    guard answer.delivery == .full else { return .keep }
    if let duty = overrides[answer.status] { return duty }
    // RFC 9110 §15.5.14: a 413 that names a time is a temporary condition.
    if answer.status == 413, answer.retryAfter != nil { return .keepOrStop }
    if let row = AnswerRow.byStatus[answer.status] { return row.duty }
    switch answer.status {
    case 200..<300: return duty(forSuccess: answer.content)
    case 300..<400: return .keepOrStop
    // Not registered: RFC 9110 §15 has a client treat it as a 400, vendors mean many things by it.
    case 400..<500: return .keepOrStop
    case 500..<600: return .keep
    default: return .either
    }
  }

  private func duty(forSuccess content: AnswerFacts.Content) -> ClientObligation {
    switch content {
    case .success: .done
    case .empty: .either
    case .successOfAnother, .error, .other: .keep
    }
  }
}

/// Statuses whose meaning their registration settles, and the reason.
package struct AnswerRow: Sendable {
  package let status: Int
  package let duty: ClientObligation
  package let reason: String

  fileprivate init(_ status: Int, _ duty: ClientObligation, _ reason: String) {
    self.status = status
    self.duty = duty
    self.reason = reason
  }

  static let byStatus = Dictionary(uniqueKeysWithValues: all.map { ($0.status, $0) })

  package static let all: [AnswerRow] = accepted + refused + limited + failed

  private static let accepted = [
    AnswerRow(202, .keep, "accepted is not done (RFC 9110 §15.3.3)"),
    AnswerRow(204, .either, "a success without a body proves no record (RFC 9110 §15.3.5)"),
    AnswerRow(307, .follow, "the same request at another address (RFC 9110 §15.4.8)"),
    AnswerRow(308, .follow, "the same request at another address (RFC 9110 §15.4.9)"),
  ]

  /// The same request can only be refused again, or not without something that the user must do.
  private static let refused = [
    AnswerRow(400, .stop, "the request itself is wrong (RFC 9110 §15.5.1)"),
    AnswerRow(401, .pause, "other credentials may help (RFC 9110 §15.5.2)"),
    AnswerRow(402, .keepOrStop, "reserved; used for quotas as for refused payments (§15.5.3)"),
    AnswerRow(403, .pause, "other credentials may help (RFC 9110 §15.5.4)"),
    AnswerRow(404, .stop, "there is no such resource (RFC 9110 §15.5.5)"),
    AnswerRow(405, .stop, "the resource does not know the method (RFC 9110 §15.5.6)"),
    AnswerRow(406, .stop, "the same request has the same Accept (RFC 9110 §15.5.7)"),
    AnswerRow(
      407, .keepOrStop, "a proxy on the way wants credentials; the write is not judged (§15.5.8)"),
    AnswerRow(409, .stop, "the key is known with another body, or the state forbids it (§15.5.10)"),
    AnswerRow(410, .stop, "the resource is gone for good (RFC 9110 §15.5.11)"),
    AnswerRow(411, .keepOrStop, "may be repeated with a Content-Length (RFC 9110 §15.5.12)"),
    AnswerRow(412, .stop, "the same precondition fails again (RFC 9110 §15.5.13)"),
    AnswerRow(413, .stop, "the body is too large (RFC 9110 §15.5.14)"),
    AnswerRow(414, .stop, "the address is too long (RFC 9110 §15.5.15)"),
    AnswerRow(415, .stop, "the body's type is not taken (RFC 9110 §15.5.16)"),
    AnswerRow(416, .stop, "the range can't be satisfied (RFC 9110 §15.5.17)"),
    AnswerRow(417, .keepOrStop, "may be repeated without Expect (RFC 9110 §15.5.18)"),
    AnswerRow(422, .stop, "the content is refused (RFC 9110 §15.5.21)"),
    AnswerRow(424, .keepOrStop, "another request failed, and may succeed later (RFC 4918 §11.4)"),
    AnswerRow(426, .keepOrStop, "may be repeated over another protocol (RFC 9110 §15.5.22)"),
    AnswerRow(428, .keepOrStop, "may be repeated with a precondition (RFC 6585 §3)"),
    AnswerRow(431, .keepOrStop, "may be repeated with smaller fields (RFC 6585 §5)"),
    AnswerRow(451, .stop, "forbidden by law (RFC 7725)"),
  ]

  /// Refused for now.
  private static let limited = [
    AnswerRow(408, .keep, "the server waited too long for the request (RFC 9110 §15.5.9)"),
    AnswerRow(421, .keep, "may be repeated over another connection (RFC 9110 §15.5.20)"),
    AnswerRow(423, .either, "locked, perhaps by the first send of the same write (RFC 4918 §11.3)"),
    AnswerRow(425, .keep, "may be repeated after the handshake (RFC 8470 §5.2)"),
    AnswerRow(429, .keep, "too many requests for now (RFC 6585 §4)"),
  ]

  private static let failed = [
    AnswerRow(501, .either, "the server does not know the method, now or ever (RFC 9110 §15.6.2)"),
    AnswerRow(505, .either, "the server does not know the HTTP version (RFC 9110 §15.6.6)"),
  ]
}
