// Owns: `duplicate-record`.

import AcceptanceModel

/// Records are counted by the keys they were made under: a server that makes two for one key (it
/// crashed between committing and storing the key, lost its keys, forgot them in time, or handled
/// one request twice) is to blame itself. Where the server knows no keys, they are counted by
/// request. Records that a restart lost or the scenario replaced no longer count.
package enum DuplicateRecord: Rule {
  package static let code = FindingCode("duplicate-record")
  package static let summary = "The server holds more records than there are operations."
  package static let likelyCause =
    "A retry goes out under another key, or under none."
  package static let followsFrom = [
    NotQueued.code,
    TapRefused.code,
    KeyMissing.code,
    KeyInvalid.code,
    KeyChanged.code,
  ]

  package static let explanation = RuleExplanation(
    meaning: """
      The server has more records than the user made operations. This is the damage that \
      idempotency keys prevent: a ticket, an order or a payment twice.
      """,
    example: [
      "Operation A is sent under key 1 and recorded; the response is lost.",
      "The retry is sent under key 2.",
      "The server has two records of A.",
    ],
    remedies: [
      .init(
        cause: "the retry has another key, or none",
        fix: """
          see `key-changed` and `key-missing`: make one key per operation and store it with the \
          task
          """),
      .init(
        cause: "the server knows no keys",
        fix: "then only a server that does helps; or look the record up before a retry"),
      .init(
        cause: "the HTTP library repeats requests by itself",
        fix: "turn that off, or make sure that it repeats the key"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.groups.compactMap { group in
      let records = group.flatMap(\.records).sorted { $0.position < $1.position }
      // A tap that was never answered may be an operation or not; one that was refused is none.
      let expected = group.filter { !$0.isRefused }.count
      for record in records {
        let live = distinct(records, at: record.position, in: view)
        guard live.count > expected else { continue }
        return finding(
          group[group.count - 1].name, sentence(group, live, expected, in: view),
          proof: live.map(\.position))
      }
      return nil
    }
  }

  private static func distinct(
    _ records: [RecordReading], at position: HistoryPosition, in view: HistoryView
  ) -> [RecordReading] {
    var keys: Set<IdempotencyKey> = []
    var requests: Set<RequestNumber> = []
    return records.filter { record in
      guard record.position <= position, record.voided.map({ position < $0 }) ?? true else {
        return false
      }
      if view.terms.expectsKey, let key = record.key { return keys.insert(key).inserted }
      return requests.insert(record.request).inserted
    }
  }

  private static func sentence(
    _ group: [ObservedOperation], _ records: [RecordReading], _ expected: Int,
    in view: HistoryView
  ) -> Message {
    let names = Wording.operations(group.map(\.name))
    if expected == 0 {
      let was = group.count == 1 ? "was" : "were"
      return
        "\(names) \(was) recorded although the client refused the tap: a user who enters it again"
        + " has it twice"
    }
    let sources = records.map { record in
      let send = group.flatMap(\.sends).first { $0.facts.request == record.request }
      let ordinal = send.map { Wording.ordinal($0.facts.sendOfOperation) + " send" } ?? "a send"
      return record.key.map { "\(ordinal), \(view.name(of: $0))" } ?? "\(ordinal), no key"
    }
    let keys = Set(records.compactMap(\.key))
    let cause =
      keys.count > 1
      ? "a retry under another key is a new operation to the server"
      : "without a key a retry is a new operation to the server"
    let has = group.count == 1 ? "has" : "have"
    return "\(names) \(has) \(records.count) records in the server instead of \(expected)"
      + " (\(sources.joined(separator: "; "))): \(cause)"
  }
}
