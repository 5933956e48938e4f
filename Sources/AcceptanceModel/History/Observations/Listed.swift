extension Observed {
  /// The client listed its tasks.
  package struct Listed: ObservationPayload {
    package let launch: LaunchNumber
    package let tasks: [TaskReport]

    package static let line = ObservationLine(
      "listed", "the client listed its tasks", make: Listed.init
    ) {
      Part(\Listed.launch, .launch)
      Part(\Listed.tasks, LineItem<TaskReport>.task.list("tasks", "the client's list"))
    }

    package var observation: Observation { .client(.listed(launch, tasks)) }

    /// A client is asked for its list as often as there is time to.
    package var reproducible: Listed? { nil }

    package func show(in timeline: inout Timeline) {
      let states = tasks.map { "\($0.operation?.text ?? "?") \($0.state.rawValue)" }
      let words = states.isEmpty ? "no tasks" : states.joined(separator: ", ")
      let short = states.count > 2 ? "\(states.count) tasks listed" : words
      timeline.add(.toUser, short, "The client lists: \(words).")
    }
  }
}

extension LineItem where Value == TaskReport {
  fileprivate static var task: LineItem {
    LineItem(
      make: { (task, operation, state, hasDiagnosis, key) in
        TaskReport(
          task: task, operation: operation, key: key, state: state, hasDiagnosis: hasDiagnosis)
      },
      parts: {
        Part(\TaskReport.task, .task)
        Part(\TaskReport.operation, .operation)
        Part(\TaskReport.state, .state)
        Part(\TaskReport.hasDiagnosis, .flag("hasDiagnosis", "whether the client says why"))
        Part(\TaskReport.key, .key)
      })
  }
}
