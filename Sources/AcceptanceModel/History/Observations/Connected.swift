extension Observed {
  /// A connection was accepted.
  package struct Connected: ObservationPayload {
    package let connection: ConnectionNumber

    package static let line = ObservationLine(
      "connected", "a connection was accepted", make: Connected.init
    ) {
      Part(\Connected.connection, .connection)
    }

    package var observation: Observation { .server(.connected(connection)) }

    package func show(in timeline: inout Timeline) {}

    /// A client opens connections as it likes.
    package var reproducible: Connected? { nil }
  }
}
