// Owns: that a file that uses every key reads to exactly the values that it names.

import AcceptanceModel
import ClientDriving
import ScenarioLoading
import StrictJSON
import Testing

@Suite struct FullTableTests {
  private let table: ScenarioTable

  init() throws { table = try load(FullTable.text) }

  @Test("the client reads to its values")
  func client() {
    let client = table.client
    #expect(table.name == "scenarios.json")
    #expect(client.driver == "jsonl")
    #expect(
      (client.configuration as? JSONLinesConfiguration)?.command == [
        "{bin}/queue-client", "--store", "{home}/q.sqlite",
      ])
    #expect(client.environment == ["LOG_LEVEL": "debug", "URL": "{endpoint}"])
    var limits = DeclaredLimits()
    limits.retryCap = .milliseconds(300)
    limits.responseTimeout = .milliseconds(800)
    limits.lease = .seconds(2)
    limits.maxSendsPerSecond = 10
    limits.quit = .seconds(4)
    limits.retries = .onSync
    limits.answerWithin = .seconds(7)
    #expect(client.limits == limits)
    #expect(client.okExit == [0, 3])
  }

  @Test("server, answers, redaction and known failures read to their values")
  func policy() {
    var server = ServerSpec(
      profile: "seed", method: "PUT", path: "/v1/items?x=1", key: .header("X-Key"),
      body: .json, firstAnswer: .lost(status: 502), replay: .stored, successStatus: 201,
      conflictStatus: 422, missingKeyStatus: 428, otherMethodStatus: 404,
      answersCarryKey: true, keepAlive: true)
    setMoreAxes(of: &server)
    #expect(table.server == server)
    #expect(table.answers == AnswerContract(overrides: [409: .keep, 204: .done]))
    #expect(
      table.redaction
        == RedactionSpec(
          publicFields: ["attempts"], safeKeyShapes: [.uuid, .ulid], sensitiveFields: ["note"]))
    #expect(
      table.knownFailures == [
        KnownFailure(
          scenario: ScenarioID("lost-answer"), code: FindingCode("key-changed"),
          reason: "a known bug")
      ])
  }

  @Test("a scenario reads to its values; its server lies on the table's")
  func scenario() throws {
    let scenario = try #require(table.scenarios.first)
    #expect(table.scenarios.map(\.id) == ["lost-answer", "bare", "resting"].map(ScenarioID.init))
    #expect(scenario.group == "lost answers")
    #expect(scenario.needs == [.tasks, .token])
    #expect(scenario.title == "The answer is lost")
    #expect(scenario.why == "A new key makes a second record.")
    #expect(scenario.position == SourcePosition(line: 39, column: 5))
    var server = ServerSpec(
      profile: "standard", method: "PUT", path: "/v1/items?x=1", key: .field("key"),
      body: .json, firstAnswer: .success, replay: .stored, successStatus: 201,
      conflictStatus: 422, missingKeyStatus: 428, otherMethodStatus: 404,
      answersCarryKey: true, keepAlive: true)
    setMoreAxes(of: &server)
    #expect(scenario.server == server)
    #expect(
      scenario.waivers == [
        Waiver(code: FindingCode("duplicate-record"), reason: "not of interest here")
      ])
  }

  private func setMoreAxes(of server: inout ServerSpec) {
    server.ignoresQuery = true
    server.keySpelling = .quoted
    server.keyLengthLimit = 64
    server.requiresKey = false
    server.replayStatus = 208
    server.replayHeaders = ["Idempotency-Replayed": "{key}"]
    server.storedAnswers = .all
    server.fingerprint = .methodPathAndContent
    server.inProgress = .refuse(status: 423)
    server.retention = .seconds(60)
    server.templates.success = "<id>{id}</id>"
    server.templates.successMediaType = "text/xml"
    server.templates.successHeaders = ["Location": "/i/{id}"]
    server.templates.error = "<e>{status}</e>"
    server.templates.errorMediaType = "application/problem+xml"
    server.auxiliaries = [
      AuxiliaryRoute(
        method: "POST", path: "/token", status: 201, body: "t", mediaType: "text/plain"),
      AuxiliaryRoute(method: "GET", path: "/items/{id}"),
    ]
  }

  @Test("a profile's axes can be taken back: words say so where null would not be heard")
  func takenBack() throws {
    let table = try load(
      Around.server(
        #""profile": "stripe", "retentionS": "forever", "inProgress": "hold", "replayStatus": "same""#
      ))
    #expect(table.server.retention == nil)
    #expect(table.server.inProgress == .hold)
    #expect(table.server.replayStatus == nil)
    #expect(table.server.replay == .stored)
    #expect(try load(Around.server(#""store": "r.sqlite""#)).server.store == "r.sqlite")
  }

  @Test("what is left out has its default")
  func defaults() throws {
    let bare = try load(Around.file())
    #expect(bare.client.driver == "jsonl")
    #expect(bare.client.limits == DeclaredLimits())
    #expect(bare.client.okExit == [0])
    #expect(bare.server == ServerSpec())
    #expect(bare.answers == AnswerContract())
    #expect(bare.redaction == RedactionSpec())
    #expect(bare.scenarios.map(\.server) == [nil])
    #expect(bare.scenarios.map(\.group) == [""])
  }

  @Test("what a step rests on is kept by the step's place, and other steps rest on nothing")
  func premises() throws {
    let scenario = try #require(table.scenarios.first)
    let index = try #require(
      scenario.steps.firstIndex(of: .await(.handled(OperationName("A"), send: 2))))
    let premise = Premise(
      operation: OperationName("A"), sendCount: 2, isInFlight: true, leaseIsRunning: true)
    #expect(scenario.premises == [index: premise])
  }

  @Test("faults read to their values")
  func faults() {
    let (a, all) = (OperationName("A"), FaultSelector.operation(nil, sends: 2...3))
    let slow = AnswerTemplate(
      status: 429, body: .text("slow down"), headers: ["Retry-After": "1"],
      mediaType: "text/plain")
    #expect(
      table.scenarios.first?.faults == [
        PlannedFault(
          kind: "lost-answer", selector: .operation(a, sends: 1...1), point: .afterCommit,
          action: .answer(AnswerTemplate(status: 504))),
        PlannedFault(
          kind: "answer-before-commit", selector: all, point: .beforeCommit, action: .answer(slow)),
        PlannedFault(
          kind: "custom", selector: .key(sends: 4...4), point: .answer(byte: 40),
          action: .drip(interval: .milliseconds(20))),
        PlannedFault(
          kind: "custom", selector: .request(9...9), point: .idle, action: .crashServer(.lost)),
        PlannedFault(
          kind: "hold-after-commit", selector: .operation(a, sends: 7...7), point: .afterCommit,
          action: .hold),
        PlannedFault(
          kind: "kill-client-before-commit", selector: .operation(a, sends: 5...5),
          point: .beforeCommit, action: .killClient),
      ])
  }

  @Test("steps read to their values")
  func steps() {
    let (a, b, f) = (OperationName("A"), OperationName("B"), OperationName("F"))
    let background = ProcessName("background")
    let body = JSONValue.object(["title": .string("x"), "n": .number("1.0")])
    let first = LaunchOptions()
    let later = LaunchOptions(
      refusesFileWrites: true, clockOffset: .seconds(-60), token: .new)
    let expected: [Step] = [
      .launch(.app, first), .launch(background, first),
      .submit(a, body: nil, count: 1, in: .app), .submit(b, body: body, count: 1, in: .app),
      .submit(f, body: nil, count: 20, in: background),
      .tapAgain(OperationName("C"), like: a, in: .app),
      .sync(.app), .retry(a, in: .app), .tasks(.app), .damageStore(b, in: .app),
      .kill(background, .stop), .kill(background, .kill),
      .server(.down), .server(.up), .server(.restart(.lost)),
      .server(.clock(by: .seconds(7200))),
      .await(.send(a, number: 2)), .await(.handled(a, send: 2)), .await(.recorded(f)),
      .await(.state(a, .done)),
      .await(.idle), .await(.settled), .await(.silence(nil, longerThanLease: false)),
      .await(.silence(a, longerThanLease: true)), .await(.exit(.app)),
      .launch(.app, later),
      .release(a),
      .check(.kept(a)), .check(.state(a, .stopped)), .check(.records(nil, count: 1)),
      .check(.records(a, count: 1)), .check(.sends(a, atLeast: 2, atMost: 2)),
      .check(.sends(nil, atLeast: 1, atMost: 3)),
      .check(
        .answer(
          a, number: 2, status: 200,
          fields: [
            JSONMember("attempts", .integer(2)), JSONMember("record_count", .integer(1)),
          ])),
      .check(.inFlight(atMost: 4)),
      .quit(.app),
    ]
    #expect(table.scenarios.first?.steps == expected)
  }
}
