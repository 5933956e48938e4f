// Owns: `redirect-leak`.

import AcceptanceModel

package enum RedirectLeak: Rule {
  package static let code = FindingCode("redirect-leak")
  package static let summary =
    "Key, credential or body followed a redirect to another origin, or a send lost its body to one."
  package static let likelyCause =
    "The HTTP library follows redirects by itself, with all headers or without the body."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      The client followed a redirect to another origin with its key, credential or body, or \
      repeated the request without its body. Whoever can redirect it can read what it sends.
      """,
    example: [
      "Operation A is answered 307 with a Location on another port.",
      "The HTTP library follows by itself, Authorization header included.",
      "The other origin has the user's credential.",
    ],
    remedies: [
      .init(
        cause: "the library follows redirects by default",
        fix: """
          turn that off for writes; follow a 307 or 308 to the same origin at most, with method, \
          key and body
          """),
      .init(
        cause: "a 301 or 302 turns POST into GET",
        fix: "treat these as failures of the write"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    leaks(in: view) + emptied(in: view)
  }

  private static func leaks(in view: HistoryView) -> [Finding] {
    var told: Set<OperationName?> = []
    return view.entries.compactMap { entry in
      guard case .server(.followedRedirect(_, _, let redirectedData)) = entry.observation else {
        return nil
      }
      let goods = [
        redirectedData.hasKey ? "its key" : nil,
        redirectedData.hasCredential ? "the credential" : nil,
        redirectedData.bodyByteCount > 0 ? "its body (\(redirectedData.bodyByteCount) bytes)" : nil,
      ].compactMap(\.self)
      guard !goods.isEmpty, told.insert(redirectedData.operation).inserted else { return nil }
      let who = redirectedData.operation.map { "operation \($0)" } ?? "a request"
      return finding(
        redirectedData.operation,
        "\(who) followed a redirect to another origin and sent \(Wording.list(goods)) there:"
          + " whoever can redirect the client can read what it sends",
        proof: [HistoryPosition(entry)])
    }
  }

  private static func emptied(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      guard let send = operation.sends.first(where: { isEmptied($0, of: operation) }),
        let redirect = redirect(before: send, of: operation)
      else { return nil }
      return finding(
        operation.name,
        "operation \(operation.name) was sent without its body after \(Wording.outcome(of: redirect)):"
          + " the redirect was followed with an empty request",
        proof: [redirect.outcome?.position, send.position].compactMap(\.self))
    }
  }

  /// Whether a redirect was followed with an empty request.
  static func isEmptied(_ send: ObservedSend, of operation: ObservedOperation) -> Bool {
    send.facts.body.byteCount == 0 && redirect(before: send, of: operation) != nil
      && operation.sends.contains { $0.facts.body.byteCount > 0 }
  }

  private static func redirect(
    before send: ObservedSend, of operation: ObservedOperation
  ) -> ObservedSend? {
    operation.sends.last { earlier in
      earlier.hasOutcome(before: send.position)
        && earlier.fullAnswer.map { (300..<400).contains($0.status) } ?? false
    }
  }
}
