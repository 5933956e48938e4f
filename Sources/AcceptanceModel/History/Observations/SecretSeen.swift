extension Observed {
  /// A planted secret was in the client's output.
  package struct SecretSeen: ObservationPayload {
    package let launch: LaunchNumber
    package let channel: OutputChannel

    package static let line = ObservationLine(
      "secretSeen", "a planted secret stood in the client's output", make: SecretSeen.init
    ) {
      Part(\SecretSeen.launch, .launch)
      Part(\SecretSeen.channel, .word("channel", "where it stood"))
    }

    package var observation: Observation { .client(.secretSeen(launch, channel)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "secret on \(channel.rawValue)",
        "A planted secret stands in the client's \(channel.rawValue).", .bad)
    }
  }
}
