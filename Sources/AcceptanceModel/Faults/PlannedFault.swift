// Owns: a fault as values: which request it meets (selector), where (point), what it does (action).
// Does not own: the named kinds (FaultCatalog) or doing it (FaultServer).

/// A fault of one scenario.
package struct PlannedFault: Sendable, Hashable {
  /// The kind's name in the catalogue, or `custom`.
  package let kind: String
  package let selector: FaultSelector
  package let point: FaultPoint
  package let action: FaultAction

  package init(
    kind: String, selector: FaultSelector, point: FaultPoint, action: FaultAction
  ) {
    self.kind = kind
    self.selector = selector
    self.point = point
    self.action = action
  }
}

package enum FaultSelector: Sendable, Hashable {
  /// The n-th complete sends of one operation (`nil`: of each operation), counted from 1.
  case operation(OperationName?, sends: ClosedRange<Int>)
  /// The n-th complete sends of each key.
  case key(sends: ClosedRange<Int>)
  /// The n-th requests of all.
  case request(ClosedRange<Int>)
  /// The n-th accepted connections of all.
  case connection(ClosedRange<Int>)
}

/// Where in a request's life a fault acts.
package enum FaultPoint: Sendable, Hashable {
  /// The connection was accepted, nothing was read.
  case accept
  /// The head was read, nothing of the body.
  case headers
  /// This many body bytes were read. The request is partial: never counted, never committed.
  case body(byte: Int)
  /// The whole request was read, nothing is recorded.
  case beforeCommit
  /// The record is made, but not yet found by its key: a server that is not atomic.
  case betweenCommitAndKey
  /// The record is made and found by its key; not a byte of the answer is written.
  case afterCommit
  /// This many bytes of the answer (status line, headers and body) are written, after the commit.
  case answer(byte: Int)
  /// This many bytes of the answer's body are written, after the commit.
  case answerBody(byte: Int)
  /// All but the last byte of the answer is written, after the commit.
  case lastByte
  /// The whole answer is written.
  case answerEnd
  /// A kept-alive connection waits for its next request.
  case idle
}

package enum FaultAction: Sendable, Hashable {
  /// RST, after everything written has been delivered.
  case reset
  /// FIN in both directions, the request read whole.
  case fin
  /// FIN towards the client, while the server continues to read until the client closes.
  case halfClose
  /// Nothing more happens on this connection until the client goes or the scenario ends.
  case stall
  /// The rest is written one byte at a time, at this interval.
  case drip(interval: Duration)
  /// These bytes instead of an answer, then FIN.
  case raw([UInt8])
  /// These bytes instead of an answer, then RST once they have been delivered.
  case rawThenReset([UInt8])
  /// This answer instead of the server's own.
  case answer(AnswerTemplate)
  /// The runner kills and reaps the client while this connection is held; then the server
  /// continues.
  case killClient
  /// The connection is held until a step releases it; then the server continues.
  case hold
  /// The server dies here and starts again.
  case crashServer(RecordsAfterRestart)
  /// The request is processed a second time, as if the network had delivered it twice.
  case deliverTwice
  /// The record under this key is given another body, then the request is processed.
  case otherBody
  /// The listener closes; this connection is reset.
  case refuse
  /// The receive window is closed and never read again.
  case zeroWindow
  /// This request is answered with the answer of the other request that waits here.
  case swapAnswers
  /// Nothing happens for this long, or until the client disconnects; then processing continues.
  case delay(Duration)
  /// Nothing happens until the client goes; then the answer is written after it.
  case lateAnswer
  /// `Expect: 100-continue` is not answered; the request continues. At `headers` only.
  case ignoreExpect
}

extension FaultAction {
  /// Whether the connection is parked until the runner lets it go on.
  package var isHold: Bool { self == .killClient || self == .hold }
}

/// An answer that is not the server's own.
package struct AnswerTemplate: Sendable, Hashable {
  package enum Body: Sendable, Hashable {
    case empty
    /// `{"error": …}` under the status's reason phrase.
    case error
    case html
    /// The success answer of this request.
    case success
    /// A success answer with the id and key of another operation.
    case successOfAnother
    case text(String)
  }

  package let status: Int
  package let body: Body
  /// Besides Content-Type, Content-Length, Date and Connection, which the server sets. `{port}` and
  /// `{path}` are replaced by the server's own, `{otherPort}` by the port of another origin, on
  /// which the server records who connects.
  package let headers: [String: String]
  package let mediaType: String?

  package init(
    status: Int, body: Body = .error, headers: [String: String] = [:], mediaType: String? = nil
  ) {
    self.status = status
    self.body = body
    self.headers = headers
    self.mediaType = mediaType
  }

  /// Whether it sends the client to the other origin.
  package var leadsElsewhere: Bool { headers.values.contains { $0.contains("{otherPort}") } }
}

extension PlannedFault {
  /// Whether it may send the client to the other origin.
  package var leadsElsewhere: Bool {
    guard case .answer(let template) = action else { return false }
    return template.leadsElsewhere
  }
}
