extension Observed {
  /// The request waits until the runner lets it go on.
  package struct Held: ObservationPayload {
    package let request: RequestNumber

    package static let line = ObservationLine(
      "held", "the request is parked", make: Held.init
    ) {
      Part(\Held.request, .request)
    }

    package var observation: Observation { .server(.held(request)) }

    package func show(in timeline: inout Timeline) {}
  }
}
