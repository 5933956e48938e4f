import AcceptanceModel
import Digests
import SecretSearch

/// ScenarioReport → RedactedScenario: the only way from a run into evidence and reports.
package struct Redactor: Sendable {
  let runKey: [UInt8]
  package let policy: RedactionSpec
  private var scanner: SecretScanner
  private let nonce: [UInt8]
  private let isReproducible: Bool
  private let observations: ObservationCatalog
  /// In a reproducible run: a client's random key is another one each time, and its number is not.
  private(set) var numbers: TextNumbers?

  /// - Parameters:
  ///   - runKey: 32 random bytes that live as long as the run and are never written.
  ///   - secrets: Planted texts; nothing that holds one is ever shown. Those of a scenario come with
  ///     its report.
  ///   - nonce: Distinguishes the run from others with the same key.
  ///   - isReproducible: Whether equal runs shall give equal bytes. A token then encodes the place
  ///     of its text in its scenario's order, so tokens of two scenarios say nothing of each other.
  ///   - observations: What evidence can hold; another kind in a history is an error.
  package init(
    runKey: [UInt8], policy: RedactionSpec, secrets: [PlantedSecret] = [],
    nonce: [UInt8] = [], isReproducible: Bool = false, observations: ObservationCatalog = .standard
  ) {
    precondition(runKey.count >= 16, "a run key of \(runKey.count) bytes can be guessed")
    self.runKey = runKey
    self.policy = policy
    self.nonce = nonce
    self.isReproducible = isReproducible
    self.observations = observations
    scanner = SecretScanner(secrets, shownAt: .artefacts)
  }

  /// Whether a text holds a planted secret, in clear or in any encoding.
  func isLeak(_ text: String) -> Bool { scanner.isArmed && scanner.isHit(text) }

  /// Identifies the run in its evidence; reveals nothing about the key.
  package var runID: Token { token("run", nonce) }

  /// Identifies the key; reveals nothing about it. Where two runs have the same, tokens can be
  /// compared.
  var keyID: Token { token("run key", []) }

  /// - Parameter ordinal: The number of the scenario's evidence file, from 1.
  /// - Throws: `EvidenceError` where what was written could not be read back: a mistake of ours.
  package func redact(
    _ report: ScenarioReport, ordinal: Int, hasBegun: Bool = true
  ) throws(EvidenceError) -> RedactedScenario {
    var own = self
    own.scanner.plant(report.planted)
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
    let verdict = redact(report.verdict, hasBegun: hasBegun)
    let tries = report.earlierTries.map(redact)
    let lines = report.history.entries.map { ObservedLine($0) }
    let records = records(of: report, lines, verdict, tries)
    let terms = report.history.terms
    let history = try HistoryReader.history(
      of: records, scenario: terms.scenario, observations: observations)
    return RedactedScenario(
      ordinal: ordinal, id: fileWord(report.id.text), group: fileWord(report.group),
      title: fileWord(report.title), why: fileWord(report.why), position: report.position,
      verdict: verdict, duration: report.duration, faultKinds: report.faultKinds.map(fileWord),
      output: report.output, earlierTries: tries, history: history,
      clearKeys: clearKeys(in: lines),
      records: records)
  }

  /// A stored scenario under another verdict: the judge has looked at its history again.
  package func rejudged(_ scenario: RedactedScenario, _ verdict: Verdict) -> RedactedScenario {
    var scenario = scenario
    scenario.verdict = redact(verdict, hasBegun: true)
    return scenario
  }

  private func clearKeys(in lines: [ObservedLine]) -> [Token: ClearKey] {
    guard !policy.safeKeyShapes.isEmpty else { return [:] }
    var clear: [Token: ClearKey] = [:]
    for value in lines.lazy.flatMap(\.fields.values) {
      value.walk { value in
        guard case .clearKey(let key) = value else { return }
        clear[token("key", key.utf8)] = clearKey(key)
      }
    }
    return clear
  }

  func redact(_ verdict: Verdict, hasBegun: Bool) -> RedactedVerdict {
    switch verdict {
    case .notFinished: .notFinished(hasBegun: hasBegun)
    case .passed: .passed
    case .failed(let findings): .failed(findings.map(redact))
    case .flaky(let findings): .flaky(findings.map(redact))
    case .knownFailure(let findings, let reason):
      .knownFailure(findings.map(redact), reason: fileWord(reason))
    case .error(let error): .error(type: error.typeName, sentence(error.message))
    case .skipped(let reason): .skipped(sentence(reason))
    }
  }

  private func redact(_ finding: Finding) -> RedactedFinding {
    RedactedFinding(
      code: fileWord(finding.code.text), typeName: fileWord(finding.code.typeName),
      operation: finding.operation.map { fileWord($0.text) },
      sentence: sentence(finding.sentence), proof: finding.proof,
      follows: finding.follows.map { fileWord($0.text) })
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

/// Its key and the planted texts would undo all that it does.
extension Redactor: Undisclosed {}
