// Owns: `key-changed`.

import AcceptanceModel

/// A retry that the user asked for after a stop may begin with a new key: under the old one it
/// could never succeed. So keys are compared between two such requests only. Operations with equal
/// content differ in nothing but their keys: together they may have as many keys as operations.
package enum KeyChanged: Rule {
  package static let code = FindingCode("key-changed")
  package static let summary = "One operation was sent under two keys."
  package static let likelyCause =
    "The key is made for each request, or is not stored together with the task."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      One operation was sent under two keys. The server can't recognise the retry, so a send \
      whose response was lost is recorded twice.
      """,
    example: [
      "Operation A is sent under key 1 and recorded; the response is lost.",
      "The client is killed and launched again.",
      "It finds the task, but no key, and sends A under key 2: two records.",
    ],
    remedies: [
      .init(
        cause: "the key is made for each request, as SDKs do that make their own",
        fix: "make the key when the task is made, and hand it to the SDK"),
      .init(
        cause: "the key is kept in memory only",
        fix: "store task and key in one transaction"),
      .init(
        cause: "two senders each make a key",
        fix: "store the key before the first send; senders only read it"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    guard view.terms.expectsKey else { return [] }
    return view.groups.compactMap { group in
      group.count == 1 ? finding(group[0], in: view) : finding(twins: group, in: view)
    }
  }

  private static func finding(_ operation: ObservedOperation, in view: HistoryView) -> Finding? {
    let keyed = operation.sends.filter { $0.facts.key.key != nil }
    for (earlier, later) in zip(keyed, keyed.dropFirst())
    where earlier.facts.key.key != later.facts.key.key
      && !operation.askedAgain(after: earlier.position, before: later.position)
    {
      let keyCount = Set(keyed.compactMap(\.facts.key.key)).count
      return finding(
        operation.name,
        sentence(operation, keyCount, earlier, later, in: view),
        proof: [earlier.position, earlier.outcome?.position, later.position].compactMap(\.self))
    }
    return nil
  }

  private static func finding(twins: [ObservedOperation], in view: HistoryView) -> Finding? {
    guard twins.allSatisfy(\.retries.isEmpty) else { return nil }
    let sends = twins.flatMap(\.sends).sorted { $0.position < $1.position }
    var firsts: [IdempotencyKey: HistoryPosition] = [:]
    for send in sends {
      guard let key = send.facts.key.key, firsts[key] == nil else { continue }
      firsts[key] = send.position
      guard firsts.count > twins.count else { continue }
      return finding(
        twins[twins.count - 1].name,
        "\(Wording.operations(twins.map(\.name))), tapped with equal content, were sent under"
          + " \(firsts.count) keys: at least one of them changed its key,"
          + " so the server cannot recognise the retry",
        proof: Array(firsts.values))
    }
    return nil
  }

  private static func sentence(
    _ operation: ObservedOperation, _ keyCount: Int, _ earlier: ObservedSend, _ later: ObservedSend,
    in view: HistoryView
  ) -> Message {
    let keys =
      keyCount == 2 ? "a second key" : "\(Wording.spelled(keyCount)) keys, the second of them"
    let start = "operation \(operation.name) was sent under \(keys)"
    let before = earlier.alive.compactMap { view.launch($0) }
    let after = later.alive.compactMap { view.launch($0) }
    let survivors = before.filter { $0.isAlive(at: later.position) }
    if survivors.isEmpty {
      let end = before.last.map { previousLaunch in
        "\(previousLaunch.number) \(Wording.end(of: previousLaunch, okExit: view.terms.okExit))"
      }
      let nextLaunch = after.last.map { " (\($0.number))" } ?? ""
      return "\(start) after \(end ?? "the client had ended") and the client was launched again"
        + "\(nextLaunch): the key was not stored with the task, so the server cannot recognise the retry"
    }
    if after.count > survivors.count, let nextLaunch = after.last {
      return "\(start) while \(Wording.launches(later.alive)) were alive:"
        + " \(nextLaunch.number) did not use the key that was stored with the task"
    }
    guard earlier.hasOutcome(before: later.position) else {
      return "\(start) while its \(Wording.ordinal(earlier.facts.sendOfOperation)) send was still"
        + " in flight: two senders each made a key of their own"
    }
    return "\(start) within one process, after \(Wording.outcome(of: earlier)):"
      + " a key was made for the retry instead of using the task's own,"
      + " so the server cannot recognise it"
  }
}
