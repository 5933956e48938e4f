// Owns: a folder of evidence → the redacted run that it was written of, without running anything.

import AcceptanceModel
import StrictJSON

package struct StoredEvidence: Sendable {
  /// The folder that holds the evidence itself.
  package let path: String
  package let run: RedactedRun
  /// By ordinal; one whose file is not there or torn has not finished.
  package let scenarios: [RedactedScenario]
  package let plan: EvidencePlan
  /// `nil` where the run ended before it, or planted nothing.
  package let search: EvidenceSearch?
  /// Whether the run came to its end, however that was: a killed one did not.
  package let hasEnded: Bool
  /// What `verify` says of the folder.
  package let verification: EvidenceVerification
  /// By ordinal.
  package let files: [Int: EvidenceFolder.FileFacts]

  /// - Parameter observations: What the evidence can hold.
  /// - Throws: `EvidenceError` where a file cannot be read, or a line is none of this format's.
  package static func read(
    _ folder: String, files: some FileAccess = SystemFiles(),
    observations: ObservationCatalog = .standard
  ) throws(EvidenceError) -> StoredEvidence {
    let stored = try StoredFolder(folder, files)
    guard let manifest = stored.manifest else {
      throw .file(FileError(path: stored.path, cause: .other(EvidenceError.noManifest)))
    }
    if let flaw = manifest.otherVersion { throw .flaw(flaw) }
    let reader = FactReader(line: 1, value: manifest.value)
    let plan = try of(EvidenceFolder.manifestName) { () throws(EvidenceError) in
      try reader.plan()
    }
    let run = try of(EvidenceFolder.manifestName) { () throws(EvidenceError) in try reader.run() }
    var verification = VerificationCount()
    var scenarios: [Int: RedactedScenario] = [:]
    for scenario in plan.scenarios { scenarios[scenario.ordinal] = scenario }
    var facts: [Int: EvidenceFolder.FileFacts] = [:]
    for name in stored.scenarioFiles {
      let check = EvidenceFileCheck(name: name, bytes: try stored.bytes(of: name))
      verification.take(name, check, of: stored)
      guard check.flaw == nil, let first = check.lines.first else { continue }
      let scenario = try of(name) { () throws(EvidenceError) in
        try FactReader(line: 1, value: first).scenario(of: check.lines, observations)
      }
      scenarios[scenario.ordinal] = scenario
      facts[scenario.ordinal] = EvidenceFolder.FileFacts(
        name: name, scenario: scenario.id, verdict: scenario.verdict.word,
        lineCount: check.lines.count, head: check.head, digest: check.digest)
    }
    return StoredEvidence(
      path: stored.path, run: run,
      scenarios: told(Array(scenarios.values), runHasEnded: stored.sums != nil),
      plan: plan, search: EvidenceSearch(manifest.value["search"]), hasEnded: stored.sums != nil,
      verification: try verification.end(of: stored), files: facts)
  }

  /// In order. The sums are written when a run ends: whoever has left no evidence then had not
  /// begun; before that, it is unknown.
  private static func told(
    _ scenarios: [RedactedScenario], runHasEnded: Bool
  ) -> [RedactedScenario] {
    scenarios.sorted { $0.ordinal < $1.ordinal }.map { scenario in
      guard !runHasEnded, case .notFinished = scenario.verdict else { return scenario }
      var scenario = scenario
      scenario.verdict = .notFinished(hasBegun: nil)
      return scenario
    }
  }

  private static func of<Result>(
    _ name: String, _ read: () throws(EvidenceError) -> Result
  ) throws(EvidenceError) -> Result {
    do throws(EvidenceError) { return try read() } catch { throw .inFile(name, error) }
  }
}

extension FactReader {
  fileprivate func run() throws(EvidenceError) -> RedactedRun {
    RedactedRun(
      id: try token(.run), toolVersion: try word(.tool), table: try word(.table),
      tableDigest: try word(.tableDigest),
      // `null` in a manifest, left out in a line.
      clientDigest: value[FieldName.clientDigest.text]?.stringValue == nil
        ? nil : try word(.clientDigest),
      policyDigest: try word(.policyDigest), seedText: try word(.seed),
      startedAt: try integer(.startedAt),
      keyID: value[FieldName.keyID.text]?.stringValue == nil ? nil : try token(.keyID),
      isReproducible: has(.reproducible) ? try flag(.reproducible) : false)
  }

  fileprivate func scenario(
    of lines: [JSONValue], _ observations: ObservationCatalog
  ) throws(EvidenceError) -> RedactedScenario {
    let last = FactReader(line: lines.count - 1, value: lines.dropLast().last ?? .null)
    let listed = try listedScenario()
    return RedactedScenario(
      ordinal: listed.ordinal, id: listed.id, group: listed.group, title: listed.title,
      why: listed.why, position: listed.position, verdict: try last.verdict(),
      duration: try last.time(.durationMs), faultKinds: listed.faultKinds,
      output: OutputCounts(
        stdoutBytes: try last.integer(.stdoutBytes), stderrBytes: try last.integer(.stderrBytes)),
      earlierTries: last.has(.earlierTries) ? try last.earlierTries() : [],
      history: try HistoryReader.history(
        ofLines: lines, scenario: ScenarioID(listed.id.text), observations: observations),
      clearKeys: Self.clearKeys(in: lines), records: [])
  }

  /// A scenario before it ended, as a file's first line and the manifest describe it.
  func listedScenario() throws(EvidenceError) -> RedactedScenario {
    let id = try word(.scenario)
    var kinds: [TableText] = []
    for kind in try list(.faultKinds) {
      kinds.append(StoredText.fileWord(kind.value.stringValue ?? ""))
    }
    let position: SourcePosition? =
      has(.line) ? SourcePosition(line: try integer(.line), column: try integer(.column)) : nil
    return RedactedScenario(
      ordinal: try integer(.ordinal), id: id, group: try word(.group), title: try word(.title),
      why: try word(.why), position: position, verdict: .notFinished(hasBegun: false),
      duration: .zero, faultKinds: kinds, output: OutputCounts(),
      earlierTries: [],
      history: History(terms: JudgingTerms(scenario: ScenarioID(id.text)), entries: []),
      clearKeys: [:],
      records: [])
  }

  private func verdict() throws(EvidenceError) -> RedactedVerdict {
    switch try text(.verdict) {
    case "passed": return .passed
    case "notFinished": return .notFinished(hasBegun: true)
    case "skipped": return .skipped(StoredText.sentence(try text(.reason)))
    case "error":
      guard let type = Keyword(stored: try text(.error)) else { throw wrong(.error, "a word") }
      return .error(type: type, StoredText.sentence(try text(.sentence)))
    case "failed": return .failed(try findings())
    case "flaky": return .flaky(try findings())
    case "knownFailure": return .knownFailure(try findings(), reason: try word(.reason))
    default:
      throw wrong(
        .verdict, "passed, failed, flaky, knownFailure, error, skipped or notFinished")
    }
  }

  private func findings() throws(EvidenceError) -> [RedactedFinding] {
    var findings: [RedactedFinding] = []
    for finding in try list(.findings) { findings.append(try finding.finding()) }
    return findings
  }

  private func finding() throws(EvidenceError) -> RedactedFinding {
    let code = try word(.code)
    return RedactedFinding(
      code: code, typeName: StoredText.fileWord(FindingCode(code.text).typeName),
      operation: try optionalWord(.operation), sentence: StoredText.sentence(try text(.sentence)),
      proof: try list(.proof).compactMap(\.value.intValue), follows: try optionalWord(.follows))
  }

  func word(_ field: FieldName) throws(EvidenceError) -> TableText {
    StoredText.fileWord(try text(field))
  }

  private func optionalWord(_ field: FieldName) throws(EvidenceError) -> TableText? {
    has(field) ? try word(field) : nil
  }

  private static func clearKeys(in lines: [JSONValue]) -> [Token: ClearKey] {
    var keys: [Token: ClearKey] = [:]
    for holder in lines.flatMap(holders) {
      let token = holder["key"]?.stringValue.flatMap(StoredText.token)
      let key = holder["keyClear"]?.stringValue.flatMap(StoredText.clearKey)
      if let token, let key { keys[token] = key }
    }
    return keys
  }

  /// The line, and every object in one of its lists.
  private static func holders(_ line: JSONValue) -> [JSONValue] {
    [line] + (line.objectValue ?? []).flatMap { $0.value.arrayValue ?? [] }
  }
}
