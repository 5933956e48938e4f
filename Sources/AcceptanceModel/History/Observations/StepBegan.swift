extension Observed {
  /// A step of the scenario begins.
  package struct StepBegan: ObservationPayload {
    package let index: Int

    package static let line = ObservationLine(
      "stepBegan", "a step of the scenario begins", make: StepBegan.init
    ) {
      Part(\StepBegan.index, .step)
    }

    package var observation: Observation { .runner(.stepBegan(index: index)) }

    package func show(in timeline: inout Timeline) {}
  }
}
