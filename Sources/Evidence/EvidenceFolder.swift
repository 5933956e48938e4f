// Owns: the files of a run's evidence: one per scenario, the manifest, the sums.
// Does not own: where the folder is and whether it may be replaced (OwnedFolder).

import AcceptanceModel
import Digests
import StrictJSON

package struct EvidenceFolder: Sendable {
  /// What is known of one scenario's file once it is written.
  package struct FileFacts: Sendable, Hashable {
    package let name: String
    package let scenario: TableText
    package let verdict: Keyword
    package let lineCount: Int
    /// SHA-256 of the last line, which through the chain represents all of them.
    package let head: String
    /// SHA-256 of the whole file.
    package let digest: String
  }

  package static let manifestName = "manifest.json"
  package static let sumsName = "SHA256SUMS"
  /// Stands in every folder that a run wrote.
  package static let markerName = ".acceptance-results"

  package let path: String
  private let run: RedactedRun
  private let files: any FileAccess
  /// By ordinal.
  package private(set) var written: [Int: FileFacts] = [:]

  package init(path: String, run: RedactedRun, files: any FileAccess) {
    self.path = path
    self.run = run
    self.files = files
  }

  /// `007.jsonl`: never a scenario's own text.
  package static func fileName(_ ordinal: Int) -> String {
    let digits = String(ordinal)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + ".jsonl"
  }

  /// The manifest of a run in which no scenario has ended yet.
  package func begin(_ plan: EvidencePlan) throws(EvidenceError) {
    try replace(Self.manifestName, manifestBytes(plan, false))
  }

  /// Writes the scenario's file; durable on return.
  @discardableResult
  package mutating func write(_ scenario: RedactedScenario) throws(EvidenceError) -> FileFacts {
    let name = Self.fileName(scenario.ordinal)
    let lines = EvidenceChain.lines(of: scenario, in: run)
    do throws(FileError) {
      let file = try files.open(FilePath(path).child(name), .appendNew)
      defer { files.close(file) }
      for line in lines { try files.write(line, to: file) }
      try files.sync(file)
      try files.syncFolder(path)
    } catch {
      throw .file(error)
    }
    let facts = FileFacts(
      name: name, scenario: scenario.id, verdict: scenario.verdict.word, lineCount: lines.count,
      head: EvidenceChain.digest(of: lines.last ?? []),
      digest: EvidenceChain.digest(of: Array(lines.joined())))
    written[scenario.ordinal] = facts
    return facts
  }

  /// Takes over a file that another run wrote, byte for byte; durable on return.
  package mutating func adopt(
    _ bytes: [UInt8], as facts: FileFacts, ordinal: Int
  ) throws(EvidenceError) {
    do throws(FileError) {
      try AtomicFile.replace(FilePath(path).child(facts.name), with: bytes, files)
    } catch {
      throw .file(error)
    }
    written[ordinal] = facts
  }

  /// The sums over all files, the statement, the final manifest.
  ///
  /// - Parameters:
  ///   - complete: Whether every scenario ended; the sums are written in either case.
  ///   - search: What a search for planted secrets found; `nil` where there was none.
  package func finish(
    _ plan: EvidencePlan, complete: Bool, search: EvidenceSearch? = nil
  ) throws(EvidenceError) {
    for file in closing(plan, complete: complete, search: search) {
      try replace(file.name, file.bytes)
    }
  }

  /// The files that `finish` writes, in its order: what is there beside the first manifest was left
  /// by a run that ended early.
  package func closing(
    _ plan: EvidencePlan, complete: Bool, search: EvidenceSearch? = nil
  ) -> [(name: String, bytes: [UInt8])] {
    let manifest = manifestBytes(plan, complete, search)
    let statement = EvidenceStatement.bytes(
      of: run, inOrder, head: head, complete: complete,
      hasLeak: search.map { !$0.leaking.isEmpty })
    let sums =
      sumLines + "\(EvidenceChain.digest(of: manifest))  \(Self.manifestName)\n"
      + "\(EvidenceChain.digest(of: statement))  \(EvidenceStatement.fileName)\n"
    return [
      (Self.sumsName, Array(sums.utf8)), (EvidenceStatement.fileName, statement),
      (Self.manifestName, manifest),
    ]
  }

  private func replace(_ name: String, _ bytes: [UInt8]) throws(EvidenceError) {
    do throws(FileError) {
      try AtomicFile.replace(FilePath(path).child(name), with: bytes, files)
    } catch {
      throw .file(error)
    }
  }

  /// One digest for all scenario files: `sha256sum [0-9]*.jsonl | sha256sum` in the folder gives it
  /// (for up to 999 scenarios, after which the shell orders the names differently).
  package var head: String { Self.head(of: written) }

  /// - Parameter files: By ordinal.
  package static func head(of files: [Int: FileFacts]) -> String {
    SHA256Digest.hex(SHA256Digest.hash(sumLines(of: files).utf8))
  }

  package var lineCount: Int { written.values.reduce(0) { $0 + $1.lineCount } }

  private var inOrder: [FileFacts] { written.sorted { $0.key < $1.key }.map(\.value) }

  private var sumLines: String { Self.sumLines(of: written) }

  private static func sumLines(of files: [Int: FileFacts]) -> String {
    // Reported after every scenario: numbers are quicker to sort than what they represent.
    files.keys.sorted().compactMap { files[$0] }.map { "\($0.digest)  \($0.name)\n" }.joined()
  }

  private func manifestBytes(
    _ plan: EvidencePlan, _ complete: Bool, _ search: EvidenceSearch? = nil
  ) -> [UInt8] {
    JSONWriter.bytes(of: manifest(plan, complete, search), order: .canonical) + [0x0A]
  }

  private func manifest(
    _ plan: EvidencePlan, _ complete: Bool, _ search: EvidenceSearch?
  ) -> JSONValue {
    let facts: JSONValue = .object([
      "schema": .string(EvidenceChain.schema.text),
      "v": .integer(EvidenceChain.version),
      "run": .string(run.id.hex),
      "tool": .string(run.toolVersion.text),
      "table": .string(run.table.text),
      "tableDigest": .string(run.tableDigest.text),
      "clientDigest": run.clientDigest.map { .string($0.text) } ?? .null,
      "policyDigest": .string(run.policyDigest.text),
      "seed": .string(run.seedText.text),
      "startedAt": .integer(run.startedAt),
      "keyID": run.keyID.map { .string($0.hex) } ?? .null,
      "reproducible": .bool(run.isReproducible),
      "complete": .bool(complete),
      "search": search?.json ?? .null,
      "head": .string(head),
      "lineCount": .integer(lineCount),
      "files": .array(
        inOrder.map { facts in
          .object([
            "name": .string(facts.name), "scenario": .string(facts.scenario.text),
            "verdict": .string(facts.verdict.text), "lines": .integer(facts.lineCount),
            "head": .string(facts.head), "digest": .string(facts.digest),
          ])
        }),
    ])
    return .object((facts.objectValue ?? []) + plan.members)
  }
}
