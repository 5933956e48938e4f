extension Observed {
  /// The client wrote what the contract does not know.
  package struct ContractBroken: ObservationPayload {
    package let launch: LaunchNumber
    package let reason: Message

    package static let line = ObservationLine(
      "contractBroken", "the client wrote what the contract does not know",
      make: ContractBroken.init
    ) {
      Part(\ContractBroken.launch, .launch)
      Part(
        \ContractBroken.reason,
        .sentence("reason", "why, in a sentence of the runner's or of the scenario file"))
    }

    package var observation: Observation { .client(.contractBroken(launch, reason: reason)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "contract broken", "The client breaks the contract: \(reason).", .bad)
    }
  }
}
