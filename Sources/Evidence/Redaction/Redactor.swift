// Owns: ScenarioReport → RedactedScenario: the only way from a run into evidence and reports.
// Does not own: which observation gives which line (the extensions in Lines) or the texts' types.

import AcceptanceModel
import Digests

package struct Redactor: Sendable {
  let runKey: [UInt8]
  package let policy: RedactionSpec
  private var tripwire: Tripwire
  private let words: [String]
  private let nonce: [UInt8]
  private let isReproducible: Bool
  /// In a reproducible run: a client's random key is another one each time, and its number is not.
  private(set) var numbers: TextNumbers?

  /// - Parameters:
  ///   - runKey: 32 random bytes that live as long as the run and are never written.
  ///   - words: Texts of the scenario file that sentences may quote, besides the scenario's own.
  ///   - secrets: Planted texts; nothing that holds one is ever shown. Those of a scenario come with
  ///     its report.
  ///   - nonce: Tells the run from others with the same key.
  ///   - isReproducible: Whether equal runs shall give equal bytes. A token then stands for the place
  ///     of its text in its scenario's order, so tokens of two scenarios say nothing of each other.
  package init(
    runKey: [UInt8], policy: RedactionSpec, words: [String] = [], secrets: [String] = [],
    nonce: [UInt8] = [], isReproducible: Bool = false
  ) {
    precondition(runKey.count >= 16, "a run key of \(runKey.count) bytes can be guessed")
    self.runKey = runKey
    self.policy = policy
    self.words = words
    self.nonce = nonce
    self.isReproducible = isReproducible
    tripwire = Tripwire(secrets: secrets)
  }

  /// Whether a text holds a planted secret, in clear or in any disguise that the tripwire knows.
  func isLeak(_ text: String) -> Bool { tripwire.isArmed && tripwire.isHit(text) }

  /// Names the run in its evidence; tells nothing of the key.
  package var runID: Token { token("run", nonce) }

  /// Names the key; tells nothing of it. Where two runs have the same, tokens can be compared.
  var keyID: Token { token("run key", []) }

  /// - Parameter ordinal: The number of the scenario's evidence file, from 1.
  /// - Throws: `EvidenceError` where what was written could not be read back: a mistake of ours.
  package func redact(
    _ report: ScenarioReport, ordinal: Int, hasBegun: Bool = true
  ) throws(EvidenceError) -> RedactedScenario {
    var own = self
    own.tripwire.plant(report.planted)
    guard isReproducible else {
      return try own.redactKnowing(report, ordinal: ordinal, hasBegun: hasBegun)
    }
    own.numbers = TextNumbers()
    return try own.redactKnowing(report.steady, ordinal: ordinal, hasBegun: hasBegun)
  }

  /// The scenario's own planted texts are known.
  private func redactKnowing(
    _ report: ScenarioReport, ordinal: Int, hasBegun: Bool
  ) throws(EvidenceError) -> RedactedScenario {
    let filter = sentenceFilter(for: report)
    let verdict = redact(report.verdict, filter, hasBegun: hasBegun)
    let tries = report.earlierTries.map { redact($0, of: report) }
    let records = records(of: report, verdict, tries, filter)
    let terms = report.history.terms
    let history = try HistoryReader.history(of: records, scenario: terms.scenario)
    return RedactedScenario(
      ordinal: ordinal, id: fileWord(report.id.text), group: fileWord(report.group),
      title: fileWord(report.title), why: fileWord(report.why), position: report.position,
      verdict: verdict, duration: report.duration, faultKinds: report.faultKinds.map(fileWord),
      output: report.output, earlierTries: tries, history: history,
      clearKeys: clearKeys(in: report.history),
      records: records)
  }

  /// A stored scenario under another verdict: the judge has looked at its history again.
  package func rejudged(_ scenario: RedactedScenario, _ verdict: Verdict) -> RedactedScenario {
    var known = [scenario.id.text] + scenario.faultKinds.map(\.text)
    for entry in scenario.history.entries { known += ObservedTexts(entry.observation).ofFile }
    let filter = SentenceFilter(vocabulary: words + known + verdict.fileTexts, confidential: [])
    var scenario = scenario
    scenario.verdict = redact(verdict, filter, hasBegun: true)
    return scenario
  }

  private func clearKeys(in history: History) -> [Token: ClearKey] {
    guard !policy.safeKeyShapes.isEmpty else { return [:] }
    var clear: [Token: ClearKey] = [:]
    for key in history.entries.flatMap({ ObservedTexts($0.observation).keys }) {
      clear[token("key", key.utf8)] = clearKey(key)
    }
    return clear
  }

  func redact(
    _ verdict: Verdict, _ filter: SentenceFilter, hasBegun: Bool
  ) -> RedactedVerdict {
    switch verdict {
    case .notFinished: .notFinished(hasBegun: hasBegun)
    case .passed: .passed
    case .failed(let findings): .failed(findings.map { redact($0, filter) })
    case .flaky(let findings): .flaky(findings.map { redact($0, filter) })
    case .knownFailure(let findings, let reason):
      .knownFailure(findings.map { redact($0, filter) }, reason: fileWord(reason))
    case .error(let error): .error(type: errorType(error), sentence("\(error)", filter))
    case .skipped(let reason): .skipped(sentence(reason, filter))
    }
  }

  private func redact(_ finding: Finding, _ filter: SentenceFilter) -> RedactedFinding {
    RedactedFinding(
      code: fileWord(finding.code.text), typeName: fileWord(finding.code.typeName),
      operation: finding.operation.map { fileWord($0.text) },
      sentence: sentence(finding.sentence, filter), proof: finding.proof)
  }

  private func errorType(_ error: RunnerError) -> ProductWord {
    switch error {
    case .clientNotStarted: "ClientNotStarted"
    case .contractBroken: "ContractBroken"
    case .faultNotReached: "FaultNotReached"
    case .stepImpossible: "StepImpossible"
    case .premiseMissed: "PremiseMissed"
    case .serverFailed: "ServerFailed"
    case .homeRemoved: "HomeRemoved"
    case .interrupted: "Interrupted"
    case .timedOut: "TimedOut"
    case .notRun: "NotRun"
    case .machineStarved: "MachineStarved"
    }
  }

  func sentenceFilter(for report: ScenarioReport) -> SentenceFilter {
    var known = words + report.faultKinds + [report.id.text]
    var confidential: [String] = []
    for entry in report.history.entries {
      let texts = ObservedTexts(entry.observation)
      known += texts.ofFile
      confidential += texts.ofClient
    }
    return SentenceFilter(vocabulary: known + report.verdict.fileTexts, confidential: confidential)
  }
}

extension Verdict {
  fileprivate var fileTexts: [String] {
    switch self {
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      findings.flatMap { [$0.code.text, $0.operation?.text].compactMap { $0 } }
    case .notFinished, .passed, .error, .skipped: []
    }
  }
}

extension Redactor {
  /// SHA-256 of the policy, hex: shows that two runs withheld alike.
  package var policyDigest: String {
    let text =
      "public:" + policy.publicFields.sorted().joined(separator: ",")
      + " shapes:" + policy.safeKeyShapes.map(\.rawValue).sorted().joined(separator: ",")
      + " sensitive:" + policy.sensitiveFields.sorted().joined(separator: ",")
    return SHA256Digest.hex(SHA256Digest.hash(text.utf8))
  }
}
