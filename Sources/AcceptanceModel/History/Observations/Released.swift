extension Observed {
  /// The request continues.
  package struct Released: ObservationPayload {
    package let request: RequestNumber

    package static let line = ObservationLine(
      "released", "the request goes on", make: Released.init
    ) {
      Part(\Released.request, .request)
    }

    package var observation: Observation { .server(.released(request)) }

    package func show(in timeline: inout Timeline) {}
  }
}
