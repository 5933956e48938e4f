extension Observed {
  /// The client declared this ability and then said that it does not have it.
  package struct AbilityDenied: ObservationPayload {
    package let launch: LaunchNumber
    package let command: String

    package static let line = ObservationLine(
      "abilityDenied", "the client says that it cannot do what it declares",
      make: AbilityDenied.init
    ) {
      Part(\AbilityDenied.launch, .launch)
      Part(\AbilityDenied.command, .command)
    }

    package var observation: Observation { .client(.abilityDenied(launch, command: command)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "no \(command)", "The client declares \(command) and does not support it.", .bad)
    }
  }
}
