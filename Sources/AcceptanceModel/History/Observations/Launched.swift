extension Observed {
  /// The runner starts the client.
  package struct Launched: ObservationPayload {
    package let launch: LaunchNumber
    package let process: ProcessName

    package static let line = ObservationLine(
      "launched", "the runner starts the client", make: Launched.init
    ) {
      Part(\Launched.launch, .launch)
      Part(\Launched.process, .process)
    }

    package var observation: Observation { .client(.launched(launch, process)) }

    package func show(in timeline: inout Timeline) {
      timeline.name(launch, process)
      let words = launch.number == 1 ? "launch" : "launch \(launch.number)"
      let which = process == .app ? words : "\(words) (\(process))"
      timeline.add(
        .launch(launch.number), which, "The client is launched (\(process), \(launch)).")
    }
  }
}
