extension Observed {
  /// The runner sent a signal, or closed the input.
  package struct Signalled: ObservationPayload {
    package let launch: LaunchNumber
    /// `nil`: the input was closed.
    package let signal: ProcessSignal?

    package static let line = ObservationLine(
      "signalled", "the runner signals the client; without a signal, it ends the input",
      make: Signalled.init
    ) {
      Part(\Signalled.launch, .launch)
      Part(\Signalled.signal, .maybe(.word("signal", "the signal")))
    }

    package var observation: Observation { .client(.signalled(launch, signal)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .toClient, signal?.systemName ?? "quit",
        "\(timeline.client(launch).capitalisedFirst) is sent "
          + "\(signal?.systemName ?? "the end of its input").",
        signal == nil ? .plain : .trouble)
    }
  }
}

extension ProcessSignal {
  fileprivate var systemName: String {
    switch self {
    case .kill: "SIGKILL"
    case .terminate: "SIGTERM"
    case .stop: "SIGSTOP"
    case .continue: "SIGCONT"
    }
  }
}
