extension Observed {
  /// Connectivity came back, or a background refresh fired.
  package struct Synced: ObservationPayload {
    package let launch: LaunchNumber

    package static let line = ObservationLine(
      "synced", "the runner writes a sync: back online", make: Synced.init
    ) {
      Part(\Synced.launch, .launch)
    }

    package var observation: Observation { .client(.synced(launch)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .toClient, "sync", "\(timeline.client(launch).capitalisedFirst) is told to synchronise.")
    }
  }
}
