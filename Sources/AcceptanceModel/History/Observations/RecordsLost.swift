extension Observed {
  /// All records were dropped by a restart.
  package struct RecordsLost: ObservationPayload {
    package static let line = ObservationLine(
      "recordsLost", "the restart dropped all records", make: RecordsLost.init
    ) {}

    package var observation: Observation { .server(.recordsLost) }

    package func show(in timeline: inout Timeline) {
      timeline.add(.atServer, "records lost", "The server loses all its records.", .trouble)
    }
  }
}
