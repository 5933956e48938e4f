// Owns: what reporters read: a run without anything confidential.

import AcceptanceModel
import StrictJSON

package struct RedactedScenario: Sendable {
  /// The number of its evidence file, from 1.
  package let ordinal: Int
  package let id: TableText
  package let group: TableText
  package let title: TableText
  package let why: TableText
  package let position: SourcePosition?
  package internal(set) var verdict: RedactedVerdict
  package let duration: Duration
  package let faultKinds: [TableText]
  package let output: OutputCounts
  /// Runs before this one that proved nothing, in their order.
  package let earlierTries: [RedactedTry]
  /// Read back from `records`: keys, task ids and digests in it are tokens.
  package let history: History
  /// Keys that may be shown, by their tokens.
  package let clearKeys: [Token: ClearKey]
  /// The lines of its evidence between the first and the last; empty where it was read from one.
  package let records: [EvidenceRecord]

  /// A scenario that has not ended is on its way now.
  package mutating func markBegun() {
    if case .notFinished = verdict { verdict = .notFinished(hasBegun: true) }
  }
}

package enum RedactedVerdict: Sendable, Hashable {
  /// `nil` where it is unknown whether it had begun: the run was killed.
  case notFinished(hasBegun: Bool?)
  case passed
  /// Never empty.
  case failed([RedactedFinding])
  /// Attempts disagree. Never empty.
  case flaky([RedactedFinding])
  /// It failed as the scenario file says that it does, and for no other reason.
  case knownFailure([RedactedFinding], reason: TableText)
  case error(type: Keyword, Sentence)
  case skipped(Sentence)
}

package struct RedactedFinding: Sendable, Hashable {
  package let code: TableText
  /// The code as one word, e.g. `KeyChanged`.
  package let typeName: TableText
  package let operation: TableText?
  package let sentence: Sentence
  /// Sequence numbers of the history's entries that prove it.
  package let proof: [Int]
  /// The code of the finding that it is a consequence of; `nil` for a cause.
  package var follows: TableText?

  /// What is shown of it: the sentence, marked where it is a consequence.
  package var markedSentence: String {
    follows.map { "follows from \($0): \(sentence)" } ?? sentence.text
  }
}

/// The run as a whole, as reports name it.
package struct RedactedRun: Sendable {
  package let id: Token
  package let toolVersion: TableText
  package let table: TableText
  package let tableDigest: TableText
  package let clientDigest: TableText?
  package let policyDigest: TableText
  package let seedText: TableText
  /// Seconds since 1970, UTC.
  package let startedAt: Int
  /// Names the key of its tokens; `nil` where the evidence is too old to say it.
  package let keyID: Token?
  /// Whether it was made for golden files: without times, and its key is known to everybody.
  package let isReproducible: Bool

  init(
    id: Token, toolVersion: TableText, table: TableText, tableDigest: TableText,
    clientDigest: TableText?, policyDigest: TableText, seedText: TableText, startedAt: Int,
    keyID: Token? = nil, isReproducible: Bool = false
  ) {
    self.keyID = keyID
    self.isReproducible = isReproducible
    self.id = id
    self.toolVersion = toolVersion
    self.table = table
    self.tableDigest = tableDigest
    self.clientDigest = clientDigest
    self.policyDigest = policyDigest
    self.seedText = seedText
    self.startedAt = startedAt
  }

  /// Of the shards of one run, which have version, table, client and policy in common.
  init(joining runs: [RedactedRun]) {
    guard let first = runs.first else { preconditionFailure("no run to join") }
    id = StoredText.joined(runs.map(\.id))
    toolVersion = first.toolVersion
    table = first.table
    tableDigest = first.tableDigest
    clientDigest = first.clientDigest
    policyDigest = first.policyDigest
    var seeds: [String] = []
    for seed in runs.map(\.seedText.text) where !seeds.contains(seed) { seeds.append(seed) }
    seedText = StoredText.fileWord(seeds.joined(separator: " "))
    startedAt = runs.map(\.startedAt).min() ?? first.startedAt
    keyID = runs.allSatisfy { $0.keyID == first.keyID } ? first.keyID : nil
    isReproducible = runs.contains { $0.isReproducible }
  }

  package init(_ facts: RunFacts, _ redactor: Redactor) {
    // Versions, names and digests of ours and of the scenario file.
    id = redactor.runID
    toolVersion = redactor.fileWord(facts.toolVersion)
    table = redactor.fileWord(facts.table)
    tableDigest = redactor.fileWord(facts.tableDigest)
    clientDigest = facts.clientDigest.map { redactor.fileWord($0) }
    policyDigest = redactor.fileWord(redactor.policyDigest)
    seedText = redactor.fileWord("\(facts.seed)")
    startedAt = facts.startedAt
    keyID = redactor.keyID
    isReproducible = facts.isReproducible
  }
}
