// Owns: a folder of evidence → the redacted run that it was written of, without running anything.

import AcceptanceModel
import StrictJSON

package struct StoredEvidence: Sendable {
  package let run: RedactedRun
  /// By ordinal; a scenario whose file is not there or torn is left out.
  package let scenarios: [RedactedScenario]
  /// What `verify` says of the folder.
  package let verification: EvidenceVerification
  /// By ordinal.
  package let files: [Int: EvidenceFolder.FileFacts]

  /// - Throws: `EvidenceError` where a file cannot be read, or a line is none of this format's.
  package static func read(
    _ folder: String, files: some FileAccess = SystemFiles()
  ) throws(EvidenceError) -> StoredEvidence {
    let stored = try StoredFolder(folder, files)
    var run: RedactedRun?
    var scenarios: [RedactedScenario] = []
    var facts: [Int: EvidenceFolder.FileFacts] = [:]
    for name in stored.scenarioFiles {
      let check = EvidenceFileCheck(name: name, bytes: try stored.bytes(of: name))
      guard check.flaw == nil, let first = check.lines.first else { continue }
      let header = FactReader(line: 1, value: first)
      let scenario = try header.scenario(of: check.lines)
      if run == nil { run = try header.run() }
      scenarios.append(scenario)
      facts[scenario.ordinal] = EvidenceFolder.FileFacts(
        name: name, scenario: scenario.id, verdict: scenario.verdict.word,
        lineCount: check.lines.count, head: check.head, digest: check.digest)
    }
    guard let run else {
      throw .file(FileError(path: stored.path, cause: .other("no scenario left whole evidence")))
    }
    return StoredEvidence(
      run: run, scenarios: scenarios,
      verification: try EvidenceVerification.verify(folder, files: files), files: facts)
  }
}

extension FactReader {
  fileprivate func run() throws(EvidenceError) -> RedactedRun {
    RedactedRun(
      id: try token(.run), toolVersion: try word(.tool), table: try word(.table),
      tableDigest: try word(.tableDigest), clientDigest: try optionalWord(.clientDigest),
      policyDigest: try word(.policyDigest), seedText: try word(.seed),
      startedAt: try integer(.startedAt), keyID: has(.keyID) ? try token(.keyID) : nil,
      isReproducible: has(.reproducible) ? try flag(.reproducible) : false)
  }

  fileprivate func scenario(of lines: [JSONValue]) throws(EvidenceError) -> RedactedScenario {
    let id = try word(.scenario)
    let last = FactReader(line: lines.count - 1, value: lines.dropLast().last ?? .null)
    let history = try HistoryReader.history(ofLines: lines, scenario: ScenarioID(id.text))
    var kinds: [FileWord] = []
    for kind in try list(.faultKinds) {
      kinds.append(StoredText.fileWord(kind.value.stringValue ?? ""))
    }
    let position: SourcePosition? =
      has(.line) ? SourcePosition(line: try integer(.line), column: try integer(.column)) : nil
    return RedactedScenario(
      ordinal: try integer(.ordinal), id: id, group: try word(.group), title: try word(.title),
      why: try word(.why), position: position, verdict: try last.verdict(),
      duration: try last.time(.durationMs), faultKinds: kinds,
      output: OutputCounts(
        stdoutBytes: try last.integer(.stdoutBytes), stderrBytes: try last.integer(.stderrBytes)),
      history: history, clearKeys: Self.clearKeys(in: lines), records: [])
  }

  private func verdict() throws(EvidenceError) -> RedactedVerdict {
    switch try text(.verdict) {
    case "passed": return .passed
    case "notFinished": return .notFinished(hasBegun: true)
    case "skipped": return .skipped(StoredText.sentence(try text(.reason)))
    case "error":
      guard let type = StoredText.word(try text(.error)) else { throw wrong(.error, "a word") }
      return .error(type: type, StoredText.sentence(try text(.sentence)))
    case "failed": return .failed(try findings())
    case "knownFailure": return .knownFailure(try findings(), reason: try word(.reason))
    default: throw wrong(.verdict, "passed, failed, knownFailure, error, skipped or notFinished")
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
      proof: try list(.proof).compactMap(\.value.intValue))
  }

  private func word(_ field: Field) throws(EvidenceError) -> FileWord {
    StoredText.fileWord(try text(field))
  }

  private func optionalWord(_ field: Field) throws(EvidenceError) -> FileWord? {
    has(field) ? try word(field) : nil
  }

  private static func clearKeys(in lines: [JSONValue]) -> [Token: ClearKey] {
    var keys: [Token: ClearKey] = [:]
    for line in lines {
      let tasks = line[Field.tasks.rawValue]?.arrayValue ?? []
      for holder in [line] + tasks {
        guard let token = holder[Field.key.rawValue]?.stringValue.flatMap(StoredText.token),
          let key = holder[Field.keyClear.rawValue]?.stringValue.flatMap(StoredText.clearKey)
        else { continue }
        keys[token] = key
      }
    }
    return keys
  }
}
