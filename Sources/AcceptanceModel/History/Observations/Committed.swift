extension Observed {
  /// A record was made for this request.
  package struct Committed: ObservationPayload {
    package let request: RequestNumber
    package let record: RecordNumber

    package static let line = ObservationLine(
      "committed", "a record was made", make: Committed.init
    ) {
      Part(\Committed.request, .request)
      Part(\Committed.record, .record)
    }

    package var observation: Observation { .server(.committed(record, request)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .atServer, "\(record)", "The server makes \(record) of \(timeline.words(for: request)).",
        .good)
    }
  }
}
