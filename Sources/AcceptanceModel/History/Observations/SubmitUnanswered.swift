extension Observed {
  /// The process ended before it answered: the operation may or may not exist.
  package struct SubmitUnanswered: ObservationPayload {
    package let launch: LaunchNumber
    package let operation: OperationName

    package static let line = ObservationLine(
      "submitUnanswered", "a submit had no answer; there may be a task", make: SubmitUnanswered.init
    ) {
      Part(\SubmitUnanswered.launch, .launch)
      Part(\SubmitUnanswered.operation, .operation)
    }

    package var observation: Observation { .client(.submitUnanswered(operation, launch)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "\(operation): no answer",
        "The client ended before it said whether \(operation) was saved.")
    }
  }
}
