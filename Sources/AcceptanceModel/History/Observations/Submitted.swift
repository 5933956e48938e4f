extension Observed {
  /// Written just before the runner sends the command.
  package struct Submitted: ObservationPayload {
    package let launch: LaunchNumber
    package let operation: OperationName
    /// The operation whose bytes it repeats, where the user taps *New* twice with equal content.
    package let like: OperationName?

    package static let line = ObservationLine(
      "submitted", "the runner writes a submit: the user tapped New", make: Submitted.init
    ) {
      Part(\Submitted.launch, .launch)
      Part(\Submitted.operation, .operation)
      Part(\Submitted.like, .maybe(.operation("like", "the operation whose content it repeats")))
    }

    package var observation: Observation { .client(.submitted(operation, launch, like: like)) }

    package func show(in timeline: inout Timeline) {
      let again = like.map { ", the same content as \($0)" } ?? ""
      timeline.add(
        .toClient, "New: \(operation)", "The user taps New: operation \(operation)\(again).")
    }
  }
}
