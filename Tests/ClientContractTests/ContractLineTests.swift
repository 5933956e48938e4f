// Owns: claims about the lines of contract version 1, both ways.

import AcceptanceModel
import ClientContract
import StrictJSON
import Testing

@Suite("Contract lines")
struct ContractLineTests {
  static let commands: [(ContractCommand.Verb, String)] = [
    (.hello, #"{"id":1,"do":"hello","protocol":1}"#),
    (
      .submit(body: .object(["n": .number("1.50"), "m": .null])),
      #"{"id":1,"do":"submit","body":{"n":1.50,"m":null}}"#
    ),
    (.tasks, #"{"id":1,"do":"tasks"}"#),
    (.sync, #"{"id":1,"do":"sync"}"#),
    (.damage(task: "T-2"), #"{"id":1,"do":"damage","task":"T-2"}"#),
    (.retry(task: "T\n"), #"{"id":1,"do":"retry","task":"T\n"}"#),
  ]

  @Test("a command is written as the contract shows it, and reads back", arguments: commands)
  func command(verb: ContractCommand.Verb, line: String) throws {
    let command = ContractCommand(id: 1, verb: verb)
    #expect(String(decoding: command.line, as: UTF8.self) == line)
    #expect(try ContractCommand(parsing: line.utf8) == command)
  }

  @Test(
    "what is no command is refused by what is wrong with it",
    arguments: [
      ("hello", ContractBreach.notJSON(byteCount: 5, .text)),
      ("[]", .notAnObject(found: "an array")),
      (#"{"do":"tasks"}"#, .missingField("id", accepted: "a whole number")),
      (
        #"{"id":"1","do":"tasks"}"#,
        .wrongField("id", found: "a string", accepted: "a whole number")
      ),
      (#"{"id":1}"#, .missingField("do", accepted: "a string")),
      (#"{"id":1,"do":"submit"}"#, .missingField("body", accepted: "any JSON")),
      (#"{"id":1,"do":"retry"}"#, .missingField("task", accepted: "a string")),
      (
        #"{"id":1,"do":"damage","task":2}"#,
        .wrongField("task", found: "a number", accepted: "a string")
      ),
      (#"{"id":9,"do":"dance"}"#, .unknownVerb(id: 9)),
    ])
  func refusedCommand(line: String, breach: ContractBreach) {
    #expect(throws: breach) { try ContractCommand(parsing: line.utf8) }
  }

  static let replies: [(ContractReply.Outcome, String)] = [
    (.ok(.init()), #"{"id":4,"ok":true}"#),
    (.ok(.init(task: "T-1", key: "k")), #"{"id":4,"ok":true,"task":"T-1","key":"k"}"#),
    (.ok(.init(task: "T-1")), #"{"id":4,"ok":true,"task":"T-1"}"#),
    (.ok(.init(tasks: [])), #"{"id":4,"ok":true,"tasks":[]}"#),
    (
      .ok(
        .init(tasks: [
          TaskLine(task: "a", key: "k", state: .pending, sends: 0, diagnosis: "503"),
          TaskLine(task: "b", state: .done),
        ])),
      #"{"id":4,"ok":true,"tasks":[{"task":"a","state":"pending","key":"k","sends":0,"#
        + #""diagnosis":"503"},{"task":"b","state":"done"}]}"#
    ),
    (.unsupported, #"{"id":4,"ok":false,"unsupported":true}"#),
    (.failed(error: "disk full"), #"{"id":4,"ok":false,"error":"disk full"}"#),
    (
      .ok(
        .init(
          greeting: Greeting(
            client: "c/1", can: ["submit"],
            limits: DeclaredLimits(
              retryCap: .milliseconds(1), responseTimeout: .milliseconds(2),
              lease: .milliseconds(3), maxSendsPerSecond: 4, quit: .milliseconds(5),
              retries: .onSync)))),
      #"{"id":4,"ok":true,"protocol":1,"client":"c/1","can":["submit"],"limits":{"retryCapMs":1,"#
        + #""responseTimeoutMs":2,"leaseMs":3,"maxSendsPerSecond":4,"quitMs":5,"#
        + #""retries":"onSync"}}"#
    ),
  ]

  @Test("an answer is written as the contract shows it, and reads back", arguments: replies)
  func reply(outcome: ContractReply.Outcome, line: String) throws {
    let reply = ContractReply(id: 4, outcome: outcome)
    #expect(String(decoding: reply.line, as: UTF8.self) == line)
    #expect(try ContractReply(parsing: line.utf8) == reply)
  }

  @Test(
    "what is no answer is refused by what is wrong with it",
    arguments: [
      (
        "",
        "found 0 bytes that are not JSON (it begins like a log's text, which belongs on stderr); ONE"
      ),
      ("1", "found a number; ONE"),
      (
        "starting",
        "found 8 bytes that are not JSON (it begins like a log's text, which belongs on stderr); ONE"
      ),
      (#"{"id":1"#, "found 7 bytes that are not JSON (it ends too early); ONE"),
      (#"{"id":1,}"#, "found 9 bytes that are not JSON (there is an error in column 9); ONE"),
      (
        #"{"id":1} {"id":2}"#,
        "found 17 bytes that are not JSON (there is an error in column 10); ONE"
      ),
      (
        #"{"id":1,"id":1,"ok":true}"#,
        "found 25 bytes that are not JSON (the name in column 9 is in the object already); ONE"
      ),
      (
        String(repeating: "[", count: 201),
        "found 201 bytes that are not JSON (it is nested deeper than 200 levels); ONE"
      ),
      ("{\0\"\0", "found 4 bytes that are not JSON (it is not UTF-8); ONE"),
      (#"{"ok":true}"#, #"found no "id"; it must be a whole number"#),
      (#"{"id":1.5,"ok":true}"#, #"found a number in "id"; it must be a whole number"#),
      (#"{"id":"1","ok":true}"#, #"found a string in "id"; it must be a whole number"#),
      (#"{"id":1}"#, #"found no "ok"; it must be true or false"#),
      (#"{"id":1,"ok":"yes"}"#, #"found a string in "ok"; it must be true or false"#),
      (
        #"{"id":1,"ok":true,"tasks":{}}"#,
        #"found an object in "tasks"; it must be an array of tasks"#
      ),
      (#"{"id":1,"ok":true,"tasks":[{}]}"#, #"found no "task"; it must be a string"#),
      (
        #"{"id":1,"ok":true,"tasks":[{"task":7}]}"#,
        #"found a number in "task"; it must be a string"#
      ),
      (#"{"id":1,"ok":true,"tasks":[{"task":"a"}]}"#, #"found no "state"; it must be STATE"#),
      (
        #"{"id":1,"ok":true,"tasks":[{"task":"a","state":"odd"}]}"#,
        #"found another word in "state"; it must be STATE"#
      ),
      (
        #"{"id":1,"ok":true,"tasks":[{"task":"a","state":3}]}"#,
        #"found a number in "state"; it must be STATE"#
      ),
      (
        #"{"id":1,"ok":true,"protocol":"1"}"#,
        #"found a string in "protocol"; it must be a whole number"#
      ),
      (
        #"{"id":1,"ok":true,"protocol":1,"limits":1}"#,
        #"found a number in "limits"; it must be an object"#
      ),
      (
        #"{"id":1,"ok":true,"protocol":1,"limits":{"retries":"never"}}"#,
        #"found another word in "retries"; it must be self or onSync"#
      ),
    ])
  func refusedReply(line: String, sentence: String) throws {
    let breach = try #require(throws: ContractBreach.self) { try ContractReply(parsing: line.utf8) }
    #expect(
      breach.description
        == sentence.replacing("ONE", with: "each line is one JSON object")
        .replacing("STATE", with: "one of pending, sending, paused, done, stopped"))
  }

  @Test(
    "a limit outside its range is named with what was found and what is accepted",
    arguments: [
      (
        #""retryCapMs":1e18"#,
        #"another number in "retryCapMs"; it must be a whole number from 0 to 3600000"#
      ),
      (#""retryCapMs":-1"#, #"-1 in "retryCapMs"; it must be a whole number from 0 to 3600000"#),
      (
        #""responseTimeoutMs":0"#,
        #"0 in "responseTimeoutMs"; it must be a whole number from 1 to 3600000"#
      ),
      (
        #""leaseMs":3600001"#, #"3600001 in "leaseMs"; it must be a whole number from 0 to 3600000"#
      ),
      (
        #""leaseMs":0.5"#,
        #"another number in "leaseMs"; it must be a whole number from 0 to 3600000"#
      ),
      (
        #""maxSendsPerSecond":0"#,
        #"0 in "maxSendsPerSecond"; it must be a whole number from 1 to 1000"#
      ),
      (
        #""maxSendsPerSecond":-99999999999"#,
        #"a negative number in "maxSendsPerSecond"; it must be a whole number from 1 to 1000"#
      ),
      (#""quitMs":"5""#, #"a string in "quitMs"; it must be a whole number from 1 to 600000"#),
      (
        #""quitMs":9223372036854775808"#,
        #"another number in "quitMs"; it must be a whole number from 1 to 600000"#
      ),
    ])
  func refusedLimit(member: String, sentence: String) throws {
    let line = #"{"id":1,"ok":true,"protocol":1,"limits":{"# + member + "}}"
    let breach = try #require(throws: ContractBreach.self) { try ContractReply(parsing: line.utf8) }
    #expect(breach.description == "found " + sentence)
  }

  @Test("whole numbers are read however they are written")
  func wholeNumbers() throws {
    let line = #"""
      {"id":4e0,"ok":true,"protocol":1.0,"limits":{"retryCapMs":400.0,"leaseMs":1E+2,"quitMs":50e-1}}
      """#
    let reply = try ContractReply(parsing: line.utf8)
    let limits = DeclaredLimits(
      retryCap: .milliseconds(400), lease: .milliseconds(100), quit: .milliseconds(5))
    #expect(
      reply
        == ContractReply(
          id: 4, outcome: .ok(.init(greeting: Greeting(client: "", can: [], limits: limits)))))
  }

  @Test("every limit in its range is read, and none outside it; whatever is refused quotes nothing")
  func randomLimits() throws {
    var generator = SystemRandomNumberGenerator()
    let ranges = [
      "retryCapMs": DeclaredLimits.retryCapMs,
      "responseTimeoutMs": DeclaredLimits.responseTimeoutMs,
      "leaseMs": DeclaredLimits.leaseMs,
      "maxSendsPerSecond": DeclaredLimits.maxSendsPerSecond,
      "quitMs": DeclaredLimits.quitMs,
    ]
    for _ in 0..<2_000 {
      let (name, range) = try #require(ranges.randomElement(using: &generator))
      let bits = Int.random(in: 0..<63, using: &generator)
      let number = Int.random(in: -3...(1 << bits), using: &generator)
      let text = ["\(number)", "\(number).0", "\(number)e0"].randomElement(using: &generator)
      let line =
        #"{"id":1,"ok":true,"protocol":1,"limits":{""# + name + #"":"# + (text ?? "") + "}}"
      let reply = Result { try ContractReply(parsing: line.utf8) }
      #expect(((try? reply.get()) != nil) == range.contains(number), "\(line)")
    }
  }

  @Test("a blank line is one without anything but white space", arguments: ["", "\r", " \t\r"])
  func blank(text: String) { #expect(ContractLine.isBlank(Array(text.utf8))) }

  @Test("fields that this version does not know are ignored, both ways")
  func unknownFields() throws {
    #expect(
      try ContractReply(parsing: #"{"mood":{},"id":1,"ok":true}"#.utf8)
        == ContractReply(id: 1, outcome: .ok(.init())))
    #expect(
      try ContractCommand(parsing: #"{"id":1,"do":"sync","why":[1]}"#.utf8)
        == ContractCommand(id: 1, verb: .sync))
  }

  @Test("limits that are left out or null are promised by nobody")
  func absentLimits() throws {
    let line = #"{"id":1,"ok":true,"protocol":2,"limits":{"leaseMs":null}}"#
    guard case .ok(let payload) = try ContractReply(parsing: line.utf8).outcome else {
      Issue.record("not ok")
      return
    }
    #expect(payload.greeting == Greeting(protocolVersion: 2, client: "", can: []))
  }

  @Test("a line of 1 MiB is read, one byte more is refused")
  func bound() throws {
    let line = Array(#"{"id":1,"ok":true}"#.utf8)
    let padding = { count in [UInt8](repeating: 0x20, count: count - line.count) }
    #expect(throws: Never.self) {
      try ContractReply(parsing: line + padding(ContractLine.byteLimit))
    }
    #expect(throws: ContractBreach.tooLong(byteCount: ContractLine.byteLimit)) {
      try ContractReply(parsing: line + padding(ContractLine.byteLimit + 1))
    }
  }

  @Test("no breach quotes the line it is about")
  func quotesNothing() throws {
    for line in [
      "canary", #"["canary"]"#, #"{"id":1,"ok":true,"tasks":"canary"}"#, #"{"id":"canary"}"#,
      #"{"canary":1,"canary":2}"#,
      #"{"id":1,"ok":true,"tasks":[{"task":"canary","state":"canary"}]}"#,
      #"{"id":1,"ok":true,"protocol":1,"limits":{"retries":"canary"}}"#, #"{"id":1,canary}"#,
      #"{"id":1,"ok":true,"protocol":1,"limits":{"quitMs":"canary"}}"#,
    ] {
      let breach = try #require(throws: ContractBreach.self) {
        try ContractReply(parsing: line.utf8)
      }
      #expect(!breach.description.contains("canary"))
    }
  }
}
