extension Observed {
  /// Nothing more is done; what follows is the orderly end.
  package struct StepsEnded: ObservationPayload {
    package static let line = ObservationLine(
      "stepsEnded", "the steps are over; the orderly end follows", make: StepsEnded.init
    ) {}

    package var observation: Observation { .runner(.stepsEnded) }

    package func show(in timeline: inout Timeline) {}
  }
}
