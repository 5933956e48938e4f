// Owns: `lost-operation`.

import AcceptanceModel

/// Judged by the client's last look at its list: a task that is missing there, was never recorded
/// and was neither refused nor answered with success is lost for good.
package enum LostOperation: Rule {
  package static let code = FindingCode("lost-operation")
  package static let summary =
    "An acknowledged operation is neither recorded, nor pending, nor stopped with a diagnosis."
  package static let likelyCause =
    "The tap is acknowledged before the task is stored, or the store's refusal is ignored."
  package static let followsFrom = [
    StoreDamaged.code,
    LostOnPowerLoss.code,
    RemovedEarly.code,
    FalseSuccess.code,
    StoppedSilently.code,
    KeyShared.code,
  ]

  package static let explanation = RuleExplanation(
    meaning: """
      The client acknowledged an operation that is now neither recorded, nor pending, nor \
      stopped: it is lost.
      """,
    example: [
      "The user creates operation A while the server is down; the client acknowledges it.",
      "The client is killed.",
      "The next launch lists nothing, and the server has no record.",
    ],
    remedies: [
      .init(
        cause: "`submit` is answered before the write is on disk",
        fix: "acknowledge after the commit (and fsync)"),
      .init(
        cause: "the task is taken off the queue before it is sent",
        fix: "take it off after the success"),
      .init(
        cause: "a write error is ignored",
        fix: "answer `submit` with a failure then"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    guard let listing = view.listings.last else { return [] }
    let told = StoreDamaged.names(in: view).union(view.merged)
    return view.groups.compactMap { group in
      let missing = group.filter {
        listing.showsFinished($0) && $0.damaged == nil && !told.contains($0.name)
          && !view.mayHaveGoneElsewhere($0, before: listing.position)
      }
      let settled = group.filter(isSettled)
      // Which of several with equal content a record belongs to is not always known.
      let records = group.flatMap(\.records)
      let recordedCount =
        Set(records.compactMap(\.key)).count
        + Set(records.filter { $0.key == nil }.map(\.request)).count
      guard missing.count > max(settled.count, recordedCount),
        let operation = missing.first(where: { !isSettled($0) })
      else { return nil }
      return finding(
        operation.name, sentence(operation, at: listing, in: view),
        proof: [operation.acknowledgement, listing.position].compactMap(\.self))
    }
  }

  private static func isSettled(_ operation: ObservedOperation) -> Bool {
    !operation.records.isEmpty
      || operation.sends.contains { $0.isSuccess || $0.isFinalRefusal || $0.duty == .pause }
  }

  private static func sentence(
    _ operation: ObservedOperation, at listing: TaskListSnapshot, in view: HistoryView
  ) -> Message {
    let sends =
      operation.sends.isEmpty
      ? "it was never sent" : "it was sent \(times(operation.sends.count)) and never recorded"
    let start = "operation \(operation.name) is lost: the client acknowledged it, \(sends), and"
    guard listing.sighting(of: operation) == .gone else {
      return "\(start) the client lists it as `done`"
    }
    return "\(start) the client no longer lists it"
  }

  private static func times(_ count: Int) -> Message { count == 1 ? "once" : "\(count) times" }
}
