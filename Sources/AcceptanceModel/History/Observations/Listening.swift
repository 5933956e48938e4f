extension Observed {
  /// The server listens.
  package struct Listening: ObservationPayload {
    package static let line = ObservationLine(
      "listening", "the server listens", make: Listening.init
    ) {}

    package var observation: Observation { .server(.listening) }

    package func show(in timeline: inout Timeline) {}
  }
}
