extension Observed {
  /// The client made a stored task unreadable, as the scenario asked.
  package struct Damaged: ObservationPayload {
    package let launch: LaunchNumber
    package let operation: OperationName

    package static let line = ObservationLine(
      "damaged", "the client has made a stored task unreadable, as it was told", make: Damaged.init
    ) {
      Part(\Damaged.launch, .launch)
      Part(\Damaged.operation, .operation)
    }

    package var observation: Observation { .client(.damaged(operation, launch)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .toClient, "damage \(operation)", "The stored record of \(operation) is damaged.", .trouble)
    }
  }
}
