// Owns: `wrong-endpoint`.

import AcceptanceModel

/// Probes (GET, HEAD, OPTIONS) are never counted: a client may look, poll, or follow a 303. A
/// request elsewhere after a 307 or 308 may have followed it; one after a 202 may poll.
package enum WrongEndpoint: Rule {
  package static let code = FindingCode("wrong-endpoint")
  package static let summary =
    "Nothing reached the test endpoint, or a request went to another path, method or host."
  package static let likelyCause =
    "ACCEPTANCE_ENDPOINT is not read, or a path is appended to it."
  package static let certainty = Certainty.unlessLate

  package static let explanation = RuleExplanation(
    meaning: """
      Nothing arrived at ACCEPTANCE_ENDPOINT, or a request went to another path, method or host. \
      Until that is right nothing else is tested.
      """,
    example: [
      "ACCEPTANCE_ENDPOINT is `http://127.0.0.1:41234/items`.",
      "The user creates operation A.",
      "The client posts to `/items/items`, since it appends a path of its own.",
    ],
    remedies: [
      .init(
        cause: "the address is built in, or read from a configuration file",
        fix: "read ACCEPTANCE_ENDPOINT and use it whole"),
      .init(
        cause: "a path or a query is appended",
        fix: """
          send to the URL as it is, or set `server.path` (and `ignoresQuery`) as your API has it
          """),
      .init(
        cause: "the client speaks TLS or HTTP/2",
        fix: "the endpoint is plain HTTP/1.1"),
      .init(
        cause: "a device can't reach the host",
        fix: "`adb reverse` for Android, `NSAllowsLocalNetworking` for iOS"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    (stray(in: view) ?? nothing(in: view)).map { [$0] } ?? []
  }

  private static func stray(in view: HistoryView) -> Finding? {
    let strays = view.strays.filter { stray in
      switch stray.kind {
      case .probe, .malformed: false
      case .otherPath, .otherQuery, .otherHost, .otherMethod: !mayFollow(stray, in: view)
      }
    }
    guard let first = strays.first else { return nil }
    let what =
      switch first.kind {
      case .otherPath: "to another path than the endpoint's"
      case .otherQuery:
        "to the endpoint's path with another query (if that is right, set \"ignoresQuery\": true in"
          + " the table's server)"
      case .otherMethod: "to the endpoint with another method than the scenario's"
      case .otherHost: "with another host in it than the endpoint's"
      case .probe, .malformed: "elsewhere"
      }
    return finding(
      nil,
      "\(Wording.count(strays.count, "request")) did not go where ACCEPTANCE_ENDPOINT says:"
        + " the first went \(what)",
      proof: strays.map(\.position))
  }

  private static func mayFollow(_ stray: HistoryView.Stray, in view: HistoryView) -> Bool {
    view.sends.contains { send in
      guard send.hasOutcome(before: stray.position), let answer = send.fullAnswer else {
        return false
      }
      return send.duty == .follow || answer.status == 202
    }
  }

  private static func nothing(in view: HistoryView) -> Finding? {
    let stuck = view.stalledOperations.filter { stalled in
      if case .nothingArrived = stalled.kind { return true }
      return false
    }
    if let first = stuck.first {
      let names = Wording.operations(stuck.map(\.operation.name))
      let proof = [first.operation.acknowledgement, first.wait.position].compactMap(\.self)
      let gone = Set(view.prematureEndings.map(\.operation.name))
      if stuck.allSatisfy({ gone.contains($0.operation.name) }) {
        return finding(
          nil,
          "nothing reached the test endpoint, not even a connection, before \(names) left the"
            + " client's list: either nothing was sent, or it went to another address than"
            + " ACCEPTANCE_ENDPOINT",
          proof: proof, after: RemovedEarly.code)
      }
      return finding(
        nil,
        "nothing reached the test endpoint, not even a connection, though the client had taken"
          + " \(names): does it read ACCEPTANCE_ENDPOINT?",
        proof: proof)
    }
    let garbage = view.strays.filter { $0.kind == .malformed }
    guard view.sends.isEmpty, view.unattributed.isEmpty, let first = garbage.first,
      let wait = view.failedWaits.first
    else { return nil }
    return finding(
      nil,
      "what reached the test endpoint was no HTTP/1.1 (\(Wording.count(garbage.count, "connection"))):"
        + " does the client speak TLS or HTTP/2 to it?",
      proof: [first.position, wait.position])
  }
}
