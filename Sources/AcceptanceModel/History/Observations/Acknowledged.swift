extension Observed {
  /// The client acknowledged an operation as a task.
  package struct Acknowledged: ObservationPayload {
    package let launch: LaunchNumber
    package let operation: OperationName
    package let task: TaskID
    package let key: IdempotencyKey?

    package static let line = ObservationLine(
      "acknowledged", "the client acknowledged an operation as a task", make: Acknowledged.init
    ) {
      Part(\Acknowledged.launch, .launch)
      Part(\Acknowledged.operation, .operation)
      Part(\Acknowledged.task, .task)
      Part(\Acknowledged.key, .key)
    }

    package var observation: Observation { .client(.acknowledged(operation, launch, task, key)) }

    package func show(in timeline: inout Timeline) {
      let ordinal = timeline.keyOrdinal(key)
      let other = key == nil ? "" : " under a key that it never sends"
      let words = ordinal.map { " under key \($0)" } ?? other
      let short = ordinal.map { " · key \($0)" } ?? (key == nil ? "" : " · unused key")
      timeline.add(
        .toUser, "\(operation) saved\(short)",
        "The client says that \(operation) is saved\(words).", key: ordinal)
    }
  }
}
