extension Observed {
  /// A command had no answer in time.
  package struct Unanswered: ObservationPayload {
    package let launch: LaunchNumber
    package let command: String

    package static let line = ObservationLine(
      "unanswered", "a command had no answer in time", make: Unanswered.init
    ) {
      Part(\Unanswered.launch, .launch)
      Part(\Unanswered.command, .command)
    }

    package var observation: Observation { .client(.unanswered(launch, command: command)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "no answer to \(command)", "The client does not answer \(command) in time.", .bad)
    }
  }
}
