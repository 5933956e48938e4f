import AcceptanceModel
import Evidence
import StrictJSON
import Testing

@Suite("What comes back from evidence")
struct HistoryReaderTests {
  private let redactor = Redactor(
    runKey: [UInt8](repeating: 7, count: 32), policy: RedactionSpec())

  @Test("a history comes back from its lines as it was, tokens in the place of texts")
  func roundTrip() throws {
    // Given texts that are tokens already, and sizes that are the lowest of their bucket
    let original = EveryObservation.history()
    let scenario = try redactor.redact(EveryObservation.report(.init(), .passed), ordinal: 1)
    // When
    let run = RedactedRun(
      RunFacts(
        toolVersion: "1", table: "t", tableDigest: "d", clientDigest: nil, seed: 1, startedAt: 0,
        redaction: RedactionSpec()), redactor)
    let lines = try EvidenceChain.lines(of: scenario, in: run).map {
      try JSONParser.parse($0).value
    }
    let read = try HistoryReader.history(ofLines: lines, scenario: original.terms.scenario)
    // Then
    #expect(read == scenario.history)
    #expect(read.terms == original.terms)
    let expected = original.entries.map { tokenised($0) }
    #expect(read.entries.count == expected.count)
    for (left, right) in zip(read.entries, expected) { #expect(left == right) }
  }

  private func tokenised(_ entry: HistoryEntry) -> HistoryEntry {
    HistoryEntry(sequence: entry.sequence, at: entry.at, observation: tokenised(entry.observation))
  }

  private func key(_ key: IdempotencyKey) -> IdempotencyKey {
    IdempotencyKey(redactor.token("key", key.text.utf8).hex)
  }

  private func task(_ task: TaskID) -> TaskID { TaskID(redactor.token("task", task.text.utf8).hex) }

  private func tokenised(_ observation: Observation) -> Observation {
    switch observation {
    case .client(.acknowledged(let operation, let launch, let id, let known)):
      return .client(.acknowledged(operation, launch, task(id), known.map(key)))
    case .client(.listed(let launch, let tasks)):
      let listed = tasks.map { report in
        TaskReport(
          task: task(report.task), operation: report.operation, key: report.key.map(key),
          state: report.state, hasDiagnosis: report.hasDiagnosis)
      }
      return .client(.listed(launch, listed))
    case .client(.greeted(let launch, .ok(let can, let limits))):
      let names = can.map { $0 == "submit" ? $0 : redactor.token("ability", $0.utf8).hex }
      return .client(.greeted(launch, .ok(can: names, limits)))
    case .server(.arrived(let send)):
      let facts: KeyFacts =
        switch send.key {
        case .missing: .missing
        case .present(let known, let spelling): .present(key(known), spelling)
        case .invalid(let known, let flaw): .invalid(key(known), flaw)
        }
      let body = BodyFacts(
        byteCount: send.body.byteCount,
        digest: redactor.token("body", send.body.digest.utf8).hex,
        canonicalDigest: send.body.canonicalDigest.map {
          redactor.token("bodyCanonical", $0.utf8).hex
        },
        digestWithoutKey: send.body.digestWithoutKey.map {
          redactor.token("bodyWithoutKey", $0.utf8).hex
        })
      return .server(
        .arrived(
          SendFacts(
            request: send.request, connection: send.connection, attribution: send.attribution,
            key: facts, body: body, sendOfOperation: send.sendOfOperation,
            sendOfKey: send.sendOfKey, hasCredential: send.hasCredential, shape: send.shape,
            isSenderUnknown: send.isSenderUnknown,
            isCredentialRepeated: send.isCredentialRepeated)))
    default: return observation
    }
  }

  @Test("a field of another kind is refused with its line and name")
  func wrongField() {
    let line = JSONValue.object([
      "kind": .string("synced"), "launch": .string("x"), "entry": .integer(1), "tMs": .integer(0),
    ])
    #expect(
      throws: EvidenceError.unreadableField(
        line: 1, field: "launch", found: "a string", accepted: "an integer")
    ) { try HistoryReader.history(ofLines: [line], scenario: ScenarioID("s")) }
  }

  @Test("a history with a gap is refused")
  func gap() {
    let line = JSONValue.object([
      "kind": .string("listening"), "entry": .integer(2), "tMs": .number("0.5"),
    ])
    #expect(throws: EvidenceError.entriesOutOfOrder(1)) {
      try HistoryReader.history(ofLines: [line], scenario: ScenarioID("s"))
    }
  }
}
