extension Observed {
  /// Processes of the client that were alive after their scenario, and were killed.
  package struct LeftBehind: ObservationPayload {
    package let count: Int

    package static let line = ObservationLine(
      "leftBehind", "processes of the client's were alive after their scenario",
      make: LeftBehind.init
    ) {
      Part(\LeftBehind.count, .count)
    }

    package var observation: Observation { .client(.leftBehind(count: count)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "\(count) left behind", "Processes left alive by the client: \(count).", .bad)
    }
  }
}
