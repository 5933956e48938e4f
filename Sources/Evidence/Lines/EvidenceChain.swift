// Owns: records → the bytes of one scenario's file, each line holding the digest of the one before.

import AcceptanceModel
import Digests
import StrictJSON

package enum EvidenceChain {
  /// The value of `prev` in the first line.
  package static let origin = String(repeating: "0", count: 64)

  /// The current version of the lines' meaning.
  package static let version = 2
  /// Versions that can be read: 1 lacks the counts of what came with a send, and earlier tries.
  package static let readable = 1...2

  /// `nil` where a line of this version can be read.
  static func whyUnreadable(_ version: Int?) -> String? {
    if let version, readable.contains(version) { return nil }
    return "found \(version.map { "version \($0)" } ?? "no version") of the format; this program "
      + "reads versions \(readable.lowerBound) and \(readable.upperBound)"
  }
  package static let schema: Keyword = "acceptance-evidence"

  /// The lines of a whole file, each with its line feed: header, records, end.
  package static func lines(
    of scenario: RedactedScenario, in run: RedactedRun
  ) -> [[UInt8]] {
    let records =
      [header(of: scenario, in: run)] + scenario.records
    var previous = origin
    var lines: [[UInt8]] = []
    for record in records { append(record, to: &lines, &previous) }
    let end = EvidenceRecord(
      .end, at: scenario.duration,
      [.lines: .integer(lines.count + 1), .complete: .flag(scenario.verdict.isFinal)])
    append(end, to: &lines, &previous)
    return lines
  }

  /// The digest of a line with its line feed, as `sha256sum` gives it.
  package static func digest(of line: [UInt8]) -> String {
    SHA256Digest.hex(SHA256Digest.hash(line))
  }

  private static func append(
    _ record: EvidenceRecord, to lines: inout [[UInt8]], _ previous: inout String
  ) {
    var members = record.fields.map { JSONMember($0.key.text, $0.value.json) }
    members += [
      JSONMember(FieldName.version.text, .integer(version)),
      JSONMember(FieldName.sequence.text, .integer(lines.count + 1)),
      JSONMember(FieldName.previous.text, .string(previous)),
      JSONMember(FieldName.at.text, EvidenceValue.time(record.at).json),
      JSONMember(FieldName.kind.text, .string(record.kind.text)),
    ]
    let line = JSONWriter.bytes(of: .object(members), order: .canonical) + [0x0A]
    previous = digest(of: line)
    lines.append(line)
  }

  private static func header(
    of scenario: RedactedScenario, in run: RedactedRun
  ) -> EvidenceRecord {
    var fields: [FieldName: EvidenceValue?] = [
      .schema: .word(schema),
      .run: .token(run.id),
      .tool: .file(run.toolVersion),
      .table: .file(run.table),
      .tableDigest: .file(run.tableDigest),
      .clientDigest: run.clientDigest.map { .file($0) },
      .policyDigest: .file(run.policyDigest),
      // As text: many readers of JSON keep 53 bits of a number.
      .seed: .file(run.seedText),
      .startedAt: .integer(run.startedAt),
      .keyID: run.keyID.map { .token($0) },
      .reproducible: run.isReproducible ? .flag(true) : nil,
    ]
    fields.merge(description(of: scenario)) { _, own in own }
    return EvidenceRecord(.header, fields)
  }

  /// What a scenario is, whatever became of it.
  static func description(of scenario: RedactedScenario) -> [FieldName: EvidenceValue?] {
    [
      .ordinal: .integer(scenario.ordinal),
      .scenario: .file(scenario.id),
      .group: .file(scenario.group),
      .title: .file(scenario.title),
      .why: .file(scenario.why),
      .line: scenario.position.map { .integer($0.line) },
      .column: scenario.position.map { .integer($0.column) },
      .faultKinds: .list(scenario.faultKinds.map { .file($0) }),
    ]
  }
}

extension RedactedVerdict {
  package var isFinal: Bool {
    switch self {
    case .notFinished: false
    case .passed, .failed, .flaky, .knownFailure, .error, .skipped: true
    }
  }
}
