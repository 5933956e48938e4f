import AcceptanceModel

/// A tap that was refused because of the network: the server was down, dropped the connection, or its
/// answer left the outcome unknown. A right client stores the tap first and sends it later, so the
/// network is no reason to refuse. Where files could not be written, or the server had refused the
/// operation for good, a refusal is right.
package enum NotQueued: Rule {
  package static let code = FindingCode("not-queued")
  package static let summary = "The client refused a tap because of the network: it has no queue."
  package static let likelyCause =
    "The request is made while the user waits, and its failure is the tap's failure."

  package static let explanation = RuleExplanation(
    meaning: """
      The client refused what the user did because the network or the server failed. A client \
      that writes offline stores the operation first, acknowledges it, and sends it later; this \
      one has no queue.
      """,
    example: [
      "The server is down.",
      "The user creates operation A.",
      """
      The client tries three times, gives up, and answers `submit` with a failure: the \
      operation is lost.
      """,
    ],
    remedies: [
      .init(
        cause: "the request is made while the user waits",
        fix: "store the operation with its key, acknowledge it, then send in the background"),
      .init(
        cause: "a command client's program fails because its send failed",
        fix: """
          name the exit status of a failed send in `okExit`, keep the operation, retry on `sync`
          """),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      guard let refused = operation.unexpectedRefusal,
        let trouble = trouble(of: operation, before: refused, in: view)
      else { return nil }
      return finding(
        operation.name,
        "the client refused the tap of operation \(operation.name) \(trouble.words): it has no queue,"
          + " so what the user does without a network is lost; store the tap, acknowledge it, then"
          + " send it until it is answered",
        proof: [operation.submitted, trouble.position, refused].compactMap(\.self))
    }
  }

  /// What was wrong with the network while the tap waited for its answer; `nil`: nothing.
  static func trouble(
    of operation: ObservedOperation, before refused: HistoryPosition, in view: HistoryView
  ) -> (words: Message, position: HistoryPosition?)? {
    if let last = operation.lastConcluded(before: refused), !last.isSuccess {
      return ("after \(Wording.outcome(of: last))", last.outcome?.position)
    }
    if view.serverIsDown(at: refused) || view.serverIsDown(at: operation.submitted) {
      return ("because the network was down", nil)
    }
    let failed = view.connectionFailures.last { operation.submitted < $0 && $0 < refused }
    return failed.map { ("after its connection had failed", $0) }
  }
}
