extension Observed {
  /// The scenario gave this record another body.
  package struct RecordReplaced: ObservationPayload {
    package let request: RequestNumber
    package let record: RecordNumber

    package static let line = ObservationLine(
      "recordReplaced", "the scenario gave a record another content", make: RecordReplaced.init
    ) {
      Part(\RecordReplaced.request, .request)
      Part(\RecordReplaced.record, .record)
    }

    package var observation: Observation { .server(.recordReplaced(record, request)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .atServer, "\(record) replaced", "The scenario gives \(record) another body.", .trouble)
    }
  }
}
