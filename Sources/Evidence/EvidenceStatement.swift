// Owns: a run's result as an unsigned in-toto statement, for tools that collect attestations.
// Does not own: signing it (whoever has a key) or what a result is (AcceptanceModel).

import StrictJSON

package enum EvidenceStatement {
  package static let fileName = "statement.json"

  static let type = "https://in-toto.io/Statement/v1"
  static let predicateType = "https://in-toto.io/attestation/test-result/v0.1"

  /// - Parameters:
  ///   - files: In the table's order.
  ///   - head: The digest over all of them.
  ///   - complete: Whether every selected scenario ended.
  ///   - hasLeak: What a search for planted secrets found; `nil` where there was none.
  static func bytes(
    of run: RedactedRun, _ files: [EvidenceFolder.FileFacts], head: String, complete: Bool,
    hasLeak: Bool?
  ) -> [UInt8] {
    var lists = Lists()
    for file in files { lists.add(file.scenario.text, file.verdict.text) }
    if let hasLeak { lists.add("redaction/no-leak", hasLeak ? "failed" : "passed") }
    // Nothing run is nothing proved.
    let isFailed = !lists.failed.isEmpty || !complete || files.isEmpty
    let result = isFailed ? "FAILED" : lists.warned.isEmpty ? "PASSED" : "WARNED"
    let evidence = resource("evidence", head)
    var predicate: [JSONMember] = [
      JSONMember("result", .string(result)),
      JSONMember(
        "configuration",
        .array([
          resource(run.table.text, run.tableDigest.text),
          resource("redaction", run.policyDigest.text),
        ])),
      JSONMember("passedTests", .array(lists.passed.map { .string($0) })),
      JSONMember("warnedTests", .array(lists.warned.map { .string($0) })),
      JSONMember("failedTests", .array(lists.failed.map { .string($0) })),
      JSONMember("acceptance_evidence", evidence),
      JSONMember("acceptance_seed", .string(run.seedText.text)),
    ]
    if run.isReproducible {
      predicate.append(JSONMember("acceptance_confidential", .bool(false)))
    }
    let statement: JSONValue = .object([
      "_type": .string(type),
      // What was tested; where its program could not be read, the record of the test itself.
      "subject": .array([run.clientDigest.map { resource("client", $0.text) } ?? evidence]),
      "predicateType": .string(predicateType),
      "predicate": .object(predicate),
    ])
    return JSONWriter.bytes(of: statement, order: .canonical) + [0x0A]
  }

  private static func resource(_ name: String, _ digest: String) -> JSONValue {
    .object(["name": .string(name), "digest": .object(["sha256": .string(digest)])])
  }

  private struct Lists {
    var passed: [String] = []
    /// What did not pass and is no news: expected to fail, or not asked of this client.
    var warned: [String] = []
    var failed: [String] = []
    private var counts: [String: Int] = [:]

    mutating func add(_ scenario: String, _ verdict: String) {
      counts[scenario, default: 0] += 1
      let count = counts[scenario] ?? 1
      let name = count == 1 ? scenario : "\(scenario) (\(count))"
      switch verdict {
      case "passed": passed.append(name)
      case "knownFailure", "skipped": warned.append(name)
      default: failed.append(name)
      }
    }
  }
}
