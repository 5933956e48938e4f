// Owns: `operation-merged`.

import AcceptanceModel

/// Reported when the client says itself that nothing is left to do, or gave two taps one task: as
/// long as it lists one of them as open, the missing record may still come.
package enum OperationMerged: Rule {
  package static let code = FindingCode("operation-merged")
  package static let summary = "Two taps with equal content became one record."
  package static let likelyCause =
    "Writes are told apart by their content, as if no user ever wrote the same text twice."

  package static let explanation = RuleExplanation(
    meaning: """
      The user created two operations with equal content, and the client made one task of them. \
      Two taps are two operations: people do order the same thing twice.
      """,
    example: [
      "The user creates operation A.",
      "The user creates operation B with the same text.",
      "The client finds the text in its queue and acknowledges B as A's task: one record.",
    ],
    remedies: [
      .init(
        cause: "tasks are recognised by their content",
        fix: "give each tap an identity of its own, with its own key"),
      .init(
        cause: "a debounce drops the second tap",
        fix: "drop double taps in the button, not in the queue"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.groups.compactMap { group in
      sameTask(in: group) ?? (group.count > 1 ? finished(group, in: view) : nil)
    } + strangersWithOneTask(in: view)
  }

  /// Operations whose absence this rule reports; `HistoryView.merged` holds them.
  static func names(in view: HistoryView) -> Set<OperationName> {
    Set(findings(in: view).compactMap(\.operation))
  }

  private static func sameTask(in group: [ObservedOperation]) -> Finding? {
    pairWithOneTask(group).map { told($0.0, $0.1, because: "the client took them for one task") }
  }

  /// Two operations of different content under one task: the second replaced or joined the first.
  private static func strangersWithOneTask(in view: HistoryView) -> [Finding] {
    let firsts = view.groups.compactMap(\.first)
    guard let pair = pairWithOneTask(firsts) else { return [] }
    let sentence =
      "\(Wording.operations([pair.0.name, pair.1.name])) were acknowledged as one task,"
      + " though they differ: one of the two will be missing"
    return [finding(pair.1.name, sentence, proof: acknowledgements([pair.0, pair.1]))]
  }

  private static func pairWithOneTask(
    _ operations: [ObservedOperation]
  ) -> (ObservedOperation, ObservedOperation)? {
    var owners: [TaskID: ObservedOperation] = [:]
    for operation in operations {
      guard let task = operation.task else { continue }
      if let owner = owners[task] { return (owner, operation) }
      owners[task] = operation
    }
    return nil
  }

  private static func finished(_ group: [ObservedOperation], in view: HistoryView) -> Finding? {
    let taken = group.filter { $0.acknowledgement != nil }
    guard taken.count > 1 else { return nil }
    for listing in view.listings where taken.allSatisfy(listing.showsFinished) {
      let records = group.flatMap(\.records).filter { $0.position < listing.position }
      let sent = taken.filter { operation in
        operation.sends.contains { $0.position < listing.position }
      }
      guard records.count < taken.count, sent.count < taken.count, !sent.isEmpty,
        let unsent = taken.first(where: { $0.sends.isEmpty })
      else { continue }
      let other = sent[0]
      return finding(
        unsent.name,
        "\(Wording.operations([other.name, unsent.name])) were tapped and acknowledged separately,"
          + " with equal content, but only \(Wording.count(records.count, "record")) was made:"
          + " the client took the second tap for a repetition of the first",
        proof: acknowledgements(taken) + [listing.position])
    }
    return nil
  }

  private static func told(
    _ first: ObservedOperation, _ second: ObservedOperation, because reason: Message
  ) -> Finding {
    finding(
      second.name,
      "\(Wording.operations([first.name, second.name])) were tapped and acknowledged separately,"
        + " with equal content, but \(reason): two taps are two operations",
      proof: acknowledgements([first, second]))
  }

  private static func acknowledgements(_ operations: [ObservedOperation]) -> [HistoryPosition] {
    operations.compactMap(\.acknowledgement)
  }
}
