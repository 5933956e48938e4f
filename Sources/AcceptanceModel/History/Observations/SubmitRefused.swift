extension Observed {
  /// The client said no: the operation does not exist.
  package struct SubmitRefused: ObservationPayload {
    package let launch: LaunchNumber
    package let operation: OperationName
    package let fileWrites: FileWrites

    package static let line = ObservationLine(
      "submitRefused", "the client refused a submit", make: SubmitRefused.init
    ) {
      Part(\SubmitRefused.launch, .launch)
      Part(\SubmitRefused.operation, .operation)
      Part(\SubmitRefused.fileWrites, .fileWrites)
    }

    package var observation: Observation { .client(.submitRefused(operation, launch, fileWrites)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .toUser, "\(operation) refused", "The client says that \(operation) could not be saved.")
    }
  }
}

extension LineItem where Value == FileWrites {
  /// Left out where it is unknown: evidence did not always have it.
  fileprivate static var fileWrites: LineItem {
    LineItem<FileWrites?>.maybe(
      .word(
        "fileWrites",
        "whether the scenario let the client write files then; refused: as on a full disk")
    ).map({ $0 ?? .unknown }, back: { $0 == .unknown ? nil : $0 })
  }
}
