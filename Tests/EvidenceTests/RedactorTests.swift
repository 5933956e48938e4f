import AcceptanceModel
import Digests
import Evidence
import SecretSearch
import StrictJSON
import Testing

@Suite("What the redactor lets through")
struct RedactorTests {
  private let key = [UInt8](repeating: 7, count: 32)

  private func bytes(
    _ report: ScenarioReport, policy: RedactionSpec = RedactionSpec(), secrets: [PlantedSecret] = []
  ) throws -> [UInt8] {
    let redactor = Redactor(runKey: key, policy: policy, secrets: secrets)
    let scenario = try redactor.redact(report, ordinal: 1)
    return Array(EvidenceChain.lines(of: scenario, in: run(redactor)).joined())
  }

  private func run(_ redactor: Redactor) -> RedactedRun {
    RedactedRun(
      RunFacts(
        toolVersion: "1", table: "scenarios.json", tableDigest: "d", clientDigest: nil, seed: 1,
        startedAt: 0, redaction: redactor.policy), redactor)
  }

  @Test(
    "a client's text reaches no byte of the evidence, wherever it stood",
    arguments: [
      "synthPass-Qx7", "synthTok-4f9d2c7ab1e8", "900100200300400500", "synth+/=9Zk&ü\"7 q",
      "nobody.synthetic@example.invalid", "f47ac10b-58cc-4372-a567-0e02b2c3d479",
      "correct horse battery", "/home/somebody/secret", "tab\tand\u{1B}[31mred", "päßwörter",
    ])
  func plantedTexts(secret: String) throws {
    // Given the text in every position that a client, or a careless sentence, can fill,
    // there confidential
    let finding = Finding(
      code: FindingCode("key-changed"), operation: OperationName("A"),
      sentence: "operation A was sent with \(confidential: secret), then again", proof: [1])
    let verdicts: [Verdict] = [
      .failed([finding]), .skipped(reason: "it cannot \(confidential: secret)"),
      .error(.contractBroken(reason: "found \"\(confidential: secret)\" on stdout")),
      .error(.clientNotStarted(reason: "(\(confidential: secret))", stderrByteCount: 4)),
      .error(.stepImpossible(index: 1, reason: "\(confidential: secret)")),
      .error(.premiseMissed(index: 1, reason: "\(confidential: secret)")),
      .error(.serverFailed(reason: "\(confidential: secret)")),
    ]
    for verdict in verdicts {
      // When
      let evidence = try bytes(EveryObservation.report(ClientTexts(everywhere: secret), verdict))
      // Then neither it nor its plain digest is there
      #expect(!evidence.contains(secret.utf8))
      #expect(!evidence.contains(JSONWriter.bytes(of: .string(secret)).dropFirst().dropLast()))
      #expect(!evidence.contains(SHA256Digest.hex(SHA256Digest.hash(secret.utf8)).utf8))
    }
  }

  @Test("a secret that was planted is withheld even from a title")
  func plantedInTitle() throws {
    var report = EveryObservation.report(.init(), .passed)
    report.title = "buy milk canary-milk-51 today"
    let evidence = try bytes(report, secrets: [.word("canary-milk-51")])
    #expect(!evidence.contains("canary-milk-51".utf8))
  }

  @Test("equal keys give equal tokens in every position, different ones different")
  func equality() {
    let redactor = Redactor(runKey: key, policy: RedactionSpec())
    #expect(redactor.token("key", "k1".utf8) == redactor.token("key", "k1".utf8))
    #expect(redactor.token("key", "k1".utf8) != redactor.token("key", "k2".utf8))
    #expect(redactor.token("key", "k1".utf8) != redactor.token("task", "k1".utf8))
    let other = Redactor(runKey: [UInt8](repeating: 8, count: 32), policy: RedactionSpec())
    #expect(redactor.token("key", "k1".utf8) != other.token("key", "k1".utf8))
  }

  @Test("a token is HMAC-SHA256 over field, zero byte and text, cut to 128 bits")
  func tokenByHand() {
    let redactor = Redactor(runKey: key, policy: RedactionSpec())
    let code = SHA256Digest.authenticate(Array("key\0k1".utf8), key: key)
    #expect(redactor.token("key", "k1".utf8).hex == SHA256Digest.hex(code.prefix(16)))
  }

  @Test("a UUID key is shown only where the shape is declared safe")
  func clearKeys() throws {
    let uuid = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    var texts = ClientTexts()
    texts.key = uuid
    let report = EveryObservation.report(texts, .passed)
    let declared = RedactionSpec(safeKeyShapes: [.uuid])
    #expect(try bytes(report, policy: declared).contains("\"keyClear\":\"\(uuid)\"".utf8))
    #expect(try !bytes(report).contains(uuid.utf8))
    #expect(try !bytes(report, policy: declared, secrets: [.word(uuid)]).contains(uuid.utf8))
  }

  @Test(
    "no text that only resembles a safe shape is shown",
    arguments: [
      "f47ac10b-58cc-4372-a567-0e02b2c3d47", "f47ac10b58cc4372a5670e02b2c3d4790000",
      "f47ac10b-58cc-4372-a567-0e02b2c3d47g", "81ARZ3NDEKTSV4RRFFQ69G5FAV",
      "01ARZ3NDEKTSV4RRFFQ69G5FAU", "01arz3ndektsv4rrffq69g5fav",
    ])
  func nearlySafe(key: String) throws {
    var texts = ClientTexts()
    texts.key = key
    let policy = RedactionSpec(safeKeyShapes: [.uuid, .ulid])
    let evidence = try bytes(EveryObservation.report(texts, .passed), policy: policy)
    #expect(!evidence.contains(key.utf8))
  }

  @Test(
    "of a sentence nothing is withheld but its confidential parts",
    arguments: [
      ("though ACCEPTANCE_TOKEN was set in /etc/x", "though ACCEPTANCE_TOKEN was set in /etc/x"),
      ("operation \(OperationName("T0ken=9")) of launch-1", "operation T0ken=9 of launch-1"),
      ("there is no file for \"\(table: "clIent_9.py")\"", "there is no file for \"clIent_9.py\""),
      (
        "\(1_234_567_890_123) bytes within \(Duration.seconds(2))",
        "1234567890123 bytes within 2000 ms"
      ),
      ("in \(Duration.seconds(5000)), \(FindingCode("key-changed"))", "in 5000 s, key-changed"),
      ("found \"\(confidential: "word")\" on stdout", "found \"[withheld]\" on stdout"),
      ("\(table: "a\nb\u{1B}[31m ##[x]")", "a b # #[x]"),
    ] as [(Message, String)])
  func sentences(message: Message, shown: String) throws {
    let finding = Finding(
      code: FindingCode("x"), operation: nil, sentence: message, proof: [])
    let redactor = Redactor(runKey: key, policy: RedactionSpec())
    let scenario = try redactor.redact(
      EveryObservation.report(.init(), .failed([finding])), ordinal: 1)
    guard case .failed(let findings) = scenario.verdict else {
      Issue.record("the verdict changed")
      return
    }
    #expect(findings.first?.sentence.text == shown)
  }

  @Test("a sentence that holds a planted secret, as whatever part, is withheld whole")
  func plantedInSentence() throws {
    let secret = "ghjkmnpqrstvwxyz"
    for message: Message in ["in \(table: secret)", "in \(table: String(secret.reversed()))"] {
      let redactor = Redactor(
        runKey: key, policy: RedactionSpec(), secrets: [.word(secret)])
      let scenario = try redactor.redact(
        EveryObservation.report(.init(), .skipped(reason: message)), ordinal: 1)
      guard case .skipped(let shown) = scenario.verdict else {
        Issue.record("the verdict changed")
        continue
      }
      #expect(shown.text == "[withheld]")
    }
  }

  @Test(
    "sizes are told by bucket",
    arguments: zip([0, 1, 63, 64, 255, 256, 5000], [0, 1, 1, 64, 64, 256, 4096]))
  func buckets(size: Int, lowest: Int) {
    #expect(SizeBucket(byteCount: size).lowest == lowest)
    #expect(SizeBucket(byteCount: lowest) == SizeBucket(byteCount: size))
  }
}

@Suite("What a run may be compared by")
struct ComparableRunTests {
  private func scenario(
    _ texts: ClientTexts, key: UInt8 = 7, nonce: [UInt8] = [], isReproducible: Bool = false,
    planted: [PlantedSecret] = []
  ) throws -> RedactedScenario {
    let redactor = Redactor(
      runKey: [UInt8](repeating: key, count: 32),
      policy: RedactionSpec(safeKeyShapes: [.uuid, .ulid]),
      nonce: nonce, isReproducible: isReproducible)
    var report = EveryObservation.report(texts, .passed)
    report.planted = planted
    return try redactor.redact(report, ordinal: 1)
  }

  @Test("a reproducible run of other keys, times and looks gives the same records")
  func reproducible() throws {
    var texts = ClientTexts()
    let first = try scenario(texts, isReproducible: true)
    texts.key = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    texts.task = "another"
    texts.digest = String(repeating: "cd", count: 32)
    #expect(try scenario(texts, isReproducible: true).records == first.records)
    #expect(try scenario(texts).records != scenario(ClientTexts()).records)
    #expect(first.records.allSatisfy { $0.at == .zero })
  }

  @Test("a run of its own nonce has a name of its own, and tokens as the key gives them")
  func nonces() throws {
    let key = [UInt8](repeating: 7, count: 32)
    let runs = [[1], [2]].map { Redactor(runKey: key, policy: RedactionSpec(), nonce: $0) }
    #expect(runs[0].runID != runs[1].runID)
    #expect(runs[0].token("key", "k".utf8) == runs[1].token("key", "k".utf8))
  }

  @Test(
    "a key that a planted secret was packed into is not shown, though its shape is safe",
    arguments: [
      // "ghjkmnpqrstvwxyz" in hex and in Crockford's base 32
      "67686a6b-6d6e-7071-7273-74767778797a", "37D1N6PVBEE1RQ4WVMESVQGYBT",
    ])
  func packed(key: String) throws {
    var texts = ClientTexts()
    texts.key = key
    #expect(try scenario(texts).clearKeys.count == 1)
    #expect(try scenario(texts, planted: [.word("ghjkmnpqrstvwxyz")]).clearKeys.isEmpty)
  }
}
