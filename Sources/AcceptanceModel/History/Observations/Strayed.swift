extension Observed {
  /// A complete request that is no send: another method, path or host.
  package struct Strayed: ObservationPayload {
    package let request: RequestNumber
    package let connection: ConnectionNumber
    package let reason: StrayKind

    package static let line = ObservationLine(
      "strayed", "a complete request that is no send", make: Strayed.init
    ) {
      Part(\Strayed.request, .request)
      Part(\Strayed.connection, .connection)
      Part(\Strayed.reason, .word("stray", "why it is no send"))
    }

    package var observation: Observation { .server(.strayed(request, connection, reason)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .send, reason.words, "A request that is no send: \(reason.words) (\(request)).")
    }
  }
}

extension StrayKind {
  fileprivate var words: String {
    switch self {
    case .probe: "a probe"
    case .otherPath: "another path"
    case .otherQuery: "another query"
    case .otherMethod: "another method"
    case .otherHost: "another host"
    case .malformed: "no HTTP"
    }
  }
}
