// Owns: `key-shared`.

import AcceptanceModel

/// Operations with equal content are not judged here: see `OperationMerged`.
package enum KeyShared: Rule {
  package static let code = FindingCode("key-shared")
  package static let summary = "Two operations were sent under one key."
  package static let likelyCause =
    "The key stands for the user, the device or the session instead of the write."

  package static let explanation = RuleExplanation(
    meaning: """
      Two operations were sent under one key. The server takes the second for a retry of the \
      first, so it is never recorded.
      """,
    example: [
      "The user creates operation A, sent under the key `session-7`.",
      "The user creates operation B, sent under the same key.",
      "The server answers B with A's record, or with a conflict.",
    ],
    remedies: [
      .init(
        cause: "the key stands for the user, the device or the session",
        fix: "make one key per operation, when the user acts"),
      .init(
        cause: "the key is a hash of the content or the time",
        fix: "use a random UUID"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    guard view.terms.expectsKey else { return [] }
    var firsts: [IdempotencyKey: (operation: ObservedOperation, send: ObservedSend)] = [:]
    var findings: [OperationName: Finding] = [:]
    for send in view.sends {
      guard let name = send.facts.attribution.operation, let key = send.facts.key.key,
        let operation = view.operation(name)
      else { continue }
      guard let first = firsts[key] else {
        firsts[key] = (operation, send)
        continue
      }
      guard !first.operation.group.contains(name), findings[name] == nil else { continue }
      findings[name] = finding(
        name,
        "operation \(name) was sent under \(view.name(of: key)), which had been operation"
          + " \(first.operation.name)'s: the server takes it for a retry of that one",
        proof: [first.send.position, send.position])
    }
    return view.operations.compactMap { findings[$0.name] }
  }
}
