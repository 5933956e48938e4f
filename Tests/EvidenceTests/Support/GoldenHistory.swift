import AcceptanceModel
import Evidence
import StrictJSON

/// What golden files are made of: every kind of observation, written under two policies.
enum GoldenHistory {
  static let policies: [(name: String, redactor: Redactor)] = [
    (
      "open",
      Redactor(
        runKey: [UInt8](repeating: 7, count: 32),
        policy: RedactionSpec(publicFields: ["total"], safeKeyShapes: [.uuid]))
    ),
    (
      "closed",
      Redactor(runKey: [UInt8](repeating: 7, count: 32), policy: RedactionSpec())
    ),
    (
      "reproducible",
      Redactor(
        runKey: [UInt8](repeating: 7, count: 32), policy: RedactionSpec(), isReproducible: true)
    ),
  ]

  /// `EveryObservation` and what it lacks: texts that no contract knows, and both kinds of redirect.
  static var report: ScenarioReport {
    var texts = ClientTexts()
    texts.key = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    let finding = Finding(
      code: FindingCode("gave-up"), operation: OperationName("A"), sentence: "s", proof: [1, 20])
    var report = EveryObservation.report(texts, .failed([finding]))
    report.faultKinds = ["lose-answer", "refuse"]
    var entries = report.history.entries
    for observation in others(texts) {
      entries.append(
        HistoryEntry(
          sequence: entries.count + 1, at: .milliseconds(700 + entries.count),
          observation: observation))
    }
    report.history = History(terms: report.history.terms, entries: entries)
    return report
  }

  private static func others(_ texts: ClientTexts) -> [Observation] {
    let launch = LaunchNumber(2)
    let request = RequestNumber(2)
    let connection = ConnectionNumber(3)
    let operation = OperationName("A")
    let numbers = AnswerFacts(
      status: 201, content: .success, delivery: .none, retryAfter: nil, isReplay: false,
      numbers: ["attempts": 1, "total": 7, "balance": 12], refusal: nil)
    return [
      .client(.launched(launch, ProcessName("background"))),
      .client(.contractBroken(launch, reason: "it wrote \(confidential: texts.reason) instead")),
      .client(.unanswered(launch, command: texts.command)),
      .client(.abilityDenied(launch, command: texts.command)),
      .client(.submitRefused(operation, launch, .unknown)),
      .client(.submitRefused(operation, launch, .allowed)),
      .client(.listed(launch, [])),
      .client(.acknowledged(operation, launch, TaskID("t"), IdempotencyKey("never sent"))),
      .server(
        .followedRedirect(
          request, connection,
          RedirectCargo(operation: operation, hasKey: true, hasCredential: true, bodyByteCount: 70))
      ),
      .server(.followedRedirect(request, connection, RedirectCargo(operation: nil))),
      .server(.answered(request, numbers)),
      .client(.signalled(launch, .stop)), .client(.signalled(launch, .continue)),
      .client(.signalled(launch, .terminate)), .client(.exited(launch, .signal(15))),
    ]
  }

  static func lines(_ redactor: Redactor) throws -> String {
    let scenario = try redactor.redact(report, ordinal: 1)
    var facts = RunFacts(
      toolVersion: "1", table: "scenarios.json", tableDigest: String(repeating: "a", count: 64),
      clientDigest: nil, seed: 1, startedAt: 0, redaction: redactor.policy)
    facts.isReproducible = false
    let lines = EvidenceChain.lines(of: scenario, in: RedactedRun(facts, redactor))
    return String(decoding: lines.joined(), as: UTF8.self)
  }

  /// Codes of findings by the entries that prove them, as in `report`.
  static let proofs: [Int: [String]] = [1: ["gave-up"], 20: ["gave-up"]]
  /// Without the list, entry 20 is the nineteenth.
  static let steadyProofs: [Int: [String]] = [1: ["gave-up"], 19: ["gave-up"]]
}
