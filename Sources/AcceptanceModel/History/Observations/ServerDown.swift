extension Observed {
  /// The server refuses connections from now on.
  package struct ServerDown: ObservationPayload {
    package static let line = ObservationLine(
      "serverDown", "the server refuses connections from now on", make: ServerDown.init
    ) {}

    package var observation: Observation { .server(.down) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .atServer, "server goes away", "The server stops taking connections.", .trouble)
    }
  }
}
