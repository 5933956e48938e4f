import AcceptanceModel
import Evidence
import Judge
import Reporting
import StrictJSON
import Testing

/// What a new kind of observation takes is measured here: a type of this test target, which the
/// product's sources do not know, goes all the way from the history to the page.
@Suite("An observation that the sources do not have")
struct AddedObservationTests {
  private static let secret = "/private/users/k9-secret-path"
  private static let catalog = ObservationCatalog.standard.adding(StorageWarned.self)

  private let redactor = Redactor(
    runKey: [UInt8](repeating: 5, count: 32), policy: RedactionSpec(), observations: catalog)

  private let warning = StorageWarned(
    launch: LaunchNumber(1), operation: OperationName("A"), level: .full,
    freeFor: .milliseconds(1500), path: ConfidentialText(secret))

  private var report: ScenarioReport {
    var log = Log { log in
      log.launch(1)
      log.tap("A", key: "k-1")
      log.send("A", key: "k-1")
      log.answer(200)
    }
    log.add(warning.observation)
    let finding = Finding(
      code: FindingCode("gave-up"), operation: OperationName("A"), sentence: "it gave up",
      proof: [log.entries.count])
    return SampleRun.report(
      "storage", title: "t", why: "w", fault: "lose-answer", .failed([finding]), log)
  }

  private func run() -> RedactedRun {
    let digest = String(repeating: "0", count: 64)
    return RedactedRun(
      RunFacts(
        toolVersion: "1", table: "scenarios.json", tableDigest: digest, clientDigest: digest,
        seed: 1, startedAt: 0, redaction: redactor.policy), redactor)
  }

  private func folder(_ workshop: Workshop) throws -> String {
    let scenario = try redactor.redact(report, ordinal: 1)
    var folder = EvidenceFolder(path: workshop.path, run: run(), files: SystemFiles())
    let plan = EvidencePlan(selection: [scenario.id], scenarios: [scenario], command: scenario.id)
    try folder.begin(plan)
    try folder.write(scenario)
    try folder.finish(plan, complete: true)
    return workshop.path
  }

  @Test("is written with its confidential text as a token, verified, and read back")
  func evidence() throws {
    let workshop = try Workshop()
    let path = try folder(workshop)
    let text = try workshop.text("001.jsonl")
    #expect(text.contains(#""kind":"storageWarned","launch":1,"level":"full""#))
    #expect(text.contains(#""freeForMs":1500"#))
    #expect(!text.contains(Self.secret))
    #expect(try EvidenceVerification.verify(path).flaws == [])
    let stored = try StoredEvidence.read(path, observations: Self.catalog)
    let last = try #require(stored.scenarios.first?.history.entries.last)
    let read = try #require(last.observation.seen(as: StorageWarned.self))
    #expect(read.path.text == redactor.token("storagePath", Self.secret.utf8).hex)
    #expect(
      read
        == StorageWarned(
          launch: warning.launch, operation: warning.operation, level: .full,
          freeFor: warning.freeFor, path: read.path))
    #expect("\(read)".contains("withheld") && !"\(warning)".contains(Self.secret))
  }

  @Test("is judged again from its evidence like any other history")
  func rechecked() throws {
    let workshop = try Workshop()
    let stored = try StoredEvidence.read(try folder(workshop), observations: Self.catalog)
    let history = try #require(stored.scenarios.first?.history)
    let without = History(terms: history.terms, entries: Array(history.entries.dropLast()))
    let codes = Judge.findings(in: history).map(\.code)
    #expect(codes == Judge.findings(in: without).map(\.code))
    #expect(HistoryView(history).operations.count == 1)
  }

  @Test("is an event of the page's timeline, marked where it proves a finding")
  func page() throws {
    let report = RedactedReport(
      run: run(), scenarios: [try redactor.redact(report, ordinal: 1)])
    let page = String(decoding: HTMLReporter.files(for: report)[0].bytes, as: UTF8.self)
    #expect(page.contains("The client says that its storage is full."))
    #expect(page.contains(">storage full</text>"))
    let timeline = Timeline(try redactor.redact(self.report, ordinal: 1))
    #expect(timeline.events.last?.proves == ["gave-up"])
    #expect(!page.contains(Self.secret))
  }

  @Test("is documented in the format's page and schema")
  func documented() {
    let vocabulary = EvidenceVocabulary(Self.catalog)
    let page = EvidencePage.markdown(vocabulary)
    #expect(page.contains("### storageWarned\n\nThe client reported how full its storage is.\n"))
    #expect(page.contains("| `level` | `low`, `full` | how full the storage is |"))
    #expect(page.contains("| `storagePath` | token | the client's name for the storage |"))
    let schema = JSONWriter.text(of: EvidenceSchema.json(vocabulary))
    #expect(schema.contains(#"{"const":"storageWarned","#))
    #expect(!EvidencePage.markdown().contains("storageWarned"))
  }

  @Test("has no times in a reproducible run")
  func reproducible() throws {
    let redactor = Redactor(
      runKey: [UInt8](repeating: 5, count: 32), policy: RedactionSpec(), isReproducible: true,
      observations: Self.catalog)
    let history = try redactor.redact(report, ordinal: 1).history
    let warnings = history.entries.compactMap { $0.observation.seen(as: StorageWarned.self) }
    #expect(warnings.map(\.freeFor) == [.zero])
  }

  @Test("is refused, not lost, where the catalogue does not have it")
  func unknown() throws {
    let strict = Redactor(runKey: [UInt8](repeating: 5, count: 32), policy: RedactionSpec())
    #expect(throws: EvidenceError.self) { try strict.redact(report, ordinal: 1) }
    let workshop = try Workshop()
    let path = try folder(workshop)
    #expect {
      try StoredEvidence.read(path)
    } throws: { error in
      "\(error)".hasPrefix(
        "001.jsonl: evidence line 11, field kind: found a string; it must be one")
    }
  }
}
