extension Observed {
  /// The client's process ended.
  package struct Exited: ObservationPayload {
    package let launch: LaunchNumber
    package let exit: ProcessExit

    package static let line = ObservationLine(
      "exited", "the client's process ended", make: Exited.init
    ) {
      Part(\Exited.launch, .launch)
      Part(\Exited.exit, .exit)
    }

    package var observation: Observation { .client(.exited(launch, exit)) }

    package func show(in timeline: inout Timeline) {
      let client = timeline.client(launch).capitalisedFirst
      switch exit {
      case .status(let status):
        timeline.add(
          .exit(launch.number), "ends (\(status))", "\(client) ends with status \(status).")
      case .signal(let signal):
        timeline.add(
          .exit(launch.number), signal == 9 ? "killed" : "signal \(signal)",
          "\(client) is ended by signal \(signal).")
      }
    }
  }
}

extension LineItem where Value == ProcessExit {
  /// One of two fields.
  fileprivate static var exit: LineItem {
    let status = LineItem<Int32>.integer32("exitStatus", "the exit status")
    let signal = LineItem<Int32>.integer32(
      "exitSignal", "the number of the signal that ended it")
    let both = all(LineItem<Int32?>.maybe(status), LineItem<Int32?>.maybe(signal))
    return LineItem(
      both.members,
      write: { exit, fields in
        switch exit {
        case .status(let number): status.write(number, &fields)
        case .signal(let number): signal.write(number, &fields)
        }
      },
      read: { fields throws(LineMismatch) in
        switch try both.read(fields) {
        case (let number?, _): .status(number)
        case (nil, let number?): .signal(number)
        case (nil, nil): throw LineMismatch("exitSignal", "an integer")
        }
      })
  }
}
