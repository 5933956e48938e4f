extension Observed {
  /// A request that is no send is answered with this status by the server itself.
  package struct StrayAnswered: ObservationPayload {
    package let request: RequestNumber
    package let status: Int

    package static let line = ObservationLine(
      "strayAnswered", "the server's own answer to a request that is no send",
      make: StrayAnswered.init
    ) {
      Part(\StrayAnswered.request, .request)
      Part(\StrayAnswered.status, .status)
    }

    package var observation: Observation { .server(.strayAnswered(request, status: status)) }

    package func show(in timeline: inout Timeline) {}
  }
}
