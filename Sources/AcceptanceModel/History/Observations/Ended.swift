extension Observed {
  /// The request ended without a complete answer. Written before the client can know of it.
  package struct Ended: ObservationPayload {
    package let request: RequestNumber
    package let end: RequestEnd

    package static let line = ObservationLine(
      "ended", "the request is over without a complete answer", make: Ended.init
    ) {
      Part(\Ended.request, .request)
      Part(\Ended.end, .word("end", "how it ended"))
    }

    package var observation: Observation { .server(.ended(request, end)) }

    package func show(in timeline: inout Timeline) {
      let whose = timeline.words(for: request).capitalisedFirst
      timeline.add(
        .answer(.notAtAll), end.words, "\(whose) has no whole answer: \(end.words).", .trouble)
    }
  }
}

extension RequestEnd {
  /// What a person calls it.
  package var words: String {
    switch self {
    case .reset: "reset"
    case .closed: "closed"
    case .peerGone: "client hung up"
    case .abandoned: "never answered"
    }
  }
}
