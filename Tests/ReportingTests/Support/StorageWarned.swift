import AcceptanceModel

/// An observation that the product does not have: the client reported how full its storage is. This
/// file and one line in a catalogue are all that adding it takes.
struct StorageWarned: ObservationPayload {
  enum Level: String, Sendable, CaseIterable {
    case low
    case full
  }

  let launch: LaunchNumber
  let operation: OperationName?
  let level: Level
  let freeFor: Duration
  /// The client's own words.
  let path: ConfidentialText

  static let line = ObservationLine(
    "storageWarned", "the client reported how full its storage is", make: StorageWarned.init
  ) {
    Part(\StorageWarned.launch, .launch)
    Part(\StorageWarned.operation, .operation)
    Part(\StorageWarned.level, .word("level", "how full the storage is"))
    Part(\StorageWarned.freeFor, .time("freeForMs", "how long the free space will last"))
    Part(\StorageWarned.path, .confidential("storagePath", "the client's name for the storage"))
  }

  var observation: Observation { .client(.other(OtherObservation(self))) }

  /// How long differs from run to run.
  var reproducible: StorageWarned? {
    StorageWarned(launch: launch, operation: operation, level: level, freeFor: .zero, path: path)
  }

  func show(in timeline: inout Timeline) {
    timeline.add(
      .toUser, "storage \(level.rawValue)",
      "\(timeline.client(launch).capitalisedFirst) says that its storage is \(level.rawValue).",
      .bad)
  }
}
