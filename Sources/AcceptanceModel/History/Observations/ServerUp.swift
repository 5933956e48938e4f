extension Observed {
  /// The server accepts connections again.
  package struct ServerUp: ObservationPayload {
    package static let line = ObservationLine(
      "serverUp", "the server accepts connections again", make: ServerUp.init
    ) {}

    package var observation: Observation { .server(.up) }

    package func show(in timeline: inout Timeline) {
      timeline.add(.atServer, "server is back", "The server takes connections again.", .trouble)
    }
  }
}
