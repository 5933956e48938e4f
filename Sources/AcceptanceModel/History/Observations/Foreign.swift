extension Observed {
  /// A request that is not attributed to the client under test.
  package struct Foreign: ObservationPayload {
    package let request: RequestNumber
    package let connection: ConnectionNumber
    package let sender: ForeignSender

    package static let line = ObservationLine(
      "foreign", "a request that is not attributed to the client under test; it was refused",
      make: Foreign.init
    ) {
      Part(\Foreign.request, .request)
      Part(\Foreign.connection, .connection)
      Part(\Foreign.sender, .word("sender", "why it is not attributed to the client under test"))
    }

    package var observation: Observation { .server(.foreign(request, connection, sender)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .send, "another process' request", "A request that is not the client's (\(request)).")
    }
  }
}
