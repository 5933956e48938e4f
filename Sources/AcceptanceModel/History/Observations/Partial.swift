extension Observed {
  /// A request ended before it was complete: no send, never committed.
  package struct Partial: ObservationPayload {
    package let request: RequestNumber
    package let connection: ConnectionNumber
    package let bodyBytes: Int

    package static let line = ObservationLine(
      "partial", "a request ended before it was complete; it is no send", make: Partial.init
    ) {
      Part(\Partial.request, .request)
      Part(\Partial.connection, .connection)
      Part(\Partial.bodyBytes, .bodySize)
    }

    package var observation: Observation {
      .server(.partial(request, connection, bodyBytes: bodyBytes))
    }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .send, "part of a request", "A request ends before it is complete (\(request)).")
    }
  }
}
