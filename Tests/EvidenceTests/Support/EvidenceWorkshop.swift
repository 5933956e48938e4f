// Owns: a folder of evidence of two scenarios, for a test to damage; it is gone afterwards.

import AcceptanceModel
import Evidence
import Foundation
import Testing

final class EvidenceWorkshop: Sendable {
  let path: String

  /// One scenario that passed, and one that failed as it was known to.
  init(isFinished: Bool = true, isReproducible: Bool = false) throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(
      "evidence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.path
    let redactor = Redactor(
      runKey: [UInt8](repeating: 7, count: 32), policy: RedactionSpec(),
      isReproducible: isReproducible)
    let digest = String(repeating: "0", count: 64)
    let facts = RunFacts(
      toolVersion: "1", table: "scenarios.json", tableDigest: digest, clientDigest: digest, seed: 1,
      startedAt: 0, redaction: redactor.policy)
    let finding = Finding(
      code: FindingCode("gave-up"), operation: nil, sentence: "it gave up", proof: [])
    let run = RedactedRun(facts, redactor)
    var folder = EvidenceFolder(path: path, run: run, files: SystemFiles())
    let scenarios = try [Verdict.passed, .knownFailure([finding], reason: "r")].enumerated().map {
      try redactor.redact(EveryObservation.report(.init(), $1), ordinal: $0 + 1)
    }
    let plan = EvidencePlan(
      selection: scenarios.map(\.id), scenarios: scenarios, command: scenarios[0].id)
    try folder.begin(plan)
    for scenario in scenarios { try folder.write(scenario) }
    if isFinished { try folder.finish(plan, complete: true) }
  }

  deinit {
    for path in [path, path + ".elsewhere"] where FileManager.default.fileExists(atPath: path) {
      do { try FileManager.default.removeItem(atPath: path) } catch {
        Issue.record("the test's folder stays behind: \(error)")
      }
    }
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func replace(_ text: String, _ other: String, in name: String) throws {
    let old = String(decoding: try bytes(name), as: UTF8.self)
    #expect(old.contains(text))
    try write(Array(old.replacingOccurrences(of: text, with: other).utf8), to: name)
  }

  /// Digests by name.
  func sums() throws -> [String: String] {
    var sums: [String: String] = [:]
    for line in String(decoding: try bytes("SHA256SUMS"), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      sums[String(parts[1])] = String(parts[0])
    }
    return sums
  }
}
