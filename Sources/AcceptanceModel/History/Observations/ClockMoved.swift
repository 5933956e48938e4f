extension Observed {
  /// The server's clock went forward by so much.
  package struct ClockMoved: ObservationPayload {
    package let duration: Duration

    package static let line = ObservationLine(
      "clockMoved", "the server's clock went forward", make: ClockMoved.init
    ) {
      Part(\ClockMoved.duration, .time("movedByMs", "by how much"))
    }

    package var observation: Observation { .server(.clockMoved(duration)) }

    package func show(in timeline: inout Timeline) {
      let words = "\(duration.components.seconds) s later"
      timeline.add(
        .atServer, words, "The server's clock goes forward: it is \(words) there.", .trouble)
    }
  }
}
