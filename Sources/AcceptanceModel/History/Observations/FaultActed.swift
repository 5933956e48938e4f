extension Observed {
  /// A fault acted on this request, or on this connection before any request.
  package struct FaultActed: ObservationPayload {
    /// From 0.
    package let index: Int
    package let connection: ConnectionNumber
    package let request: RequestNumber?

    package static let line = ObservationLine(
      "faultActed", "a fault acted", make: FaultActed.init
    ) {
      Part(\FaultActed.index, .integer("fault", "the fault's index in the scenario, from 0"))
      Part(\FaultActed.connection, .connection)
      Part(\FaultActed.request, .request)
    }

    package var observation: Observation {
      .server(.faultActed(index: index, request, connection))
    }

    package func show(in timeline: inout Timeline) {
      let kind = timeline.faultKind(index)
      timeline.add(.atServer, kind, "Fault \(index + 1) acts: \(kind).", .trouble)
    }
  }
}
