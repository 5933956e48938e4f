extension Observed {
  /// The server was restarted.
  package struct ServerRestarted: ObservationPayload {
    package let records: RecordsAfterRestart

    package static let line = ObservationLine(
      "serverRestarted", "the server was restarted", make: ServerRestarted.init
    ) {
      Part(\ServerRestarted.records, .word("records", "whether the records were kept"))
    }

    package var observation: Observation { .server(.restarted(records)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .atServer, "restart, records \(records.rawValue)",
        "The server restarts; its records are \(records.rawValue).", .trouble)
    }
  }
}
