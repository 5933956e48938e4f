extension Observed {
  /// The user asked for a stopped task to be sent again.
  package struct RetryAsked: ObservationPayload {
    package let launch: LaunchNumber
    package let operation: OperationName

    package static let line = ObservationLine(
      "retryAsked", "the user asks for a stopped task to be sent again", make: RetryAsked.init
    ) {
      Part(\RetryAsked.launch, .launch)
      Part(\RetryAsked.operation, .operation)
    }

    package var observation: Observation { .client(.retryAsked(operation, launch)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .toClient, "retry \(operation)", "The user asks for \(operation) to be sent again.")
    }
  }
}
