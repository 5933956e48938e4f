// Owns: claims about the lines of contract version 1, both ways.

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
      ("hello", ContractBreach.notJSON(byteCount: 5)), ("[]", .notAnObject(byteCount: 2)),
      (#"{"do":"tasks"}"#, .missingField("id")), (#"{"id":"1","do":"tasks"}"#, .missingField("id")),
      (#"{"id":1}"#, .missingField("do")), (#"{"id":1,"do":"submit"}"#, .missingField("body")),
      (#"{"id":1,"do":"retry"}"#, .missingField("task")),
      (#"{"id":1,"do":"damage","task":2}"#, .wrongField("task")),
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
            limits: GreetedLimits(
              retryCapMs: 1, responseTimeoutMs: 2, leaseMs: 3, maxSendsPerSecond: 4, quitMs: 5,
              retries: "onSync")))),
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
      ("", ContractBreach.notJSON(byteCount: 0)), ("1", .notAnObject(byteCount: 1)),
      (#"{"ok":true}"#, .missingField("id")), (#"{"id":1.0,"ok":true}"#, .missingField("id")),
      (#"{"id":1}"#, .missingField("ok")), (#"{"id":1,"ok":"yes"}"#, .missingField("ok")),
      (#"{"id":1,"ok":true,"tasks":{}}"#, .wrongField("tasks")),
      (#"{"id":1,"ok":true,"tasks":[{}]}"#, .missingField("task")),
      (#"{"id":1,"ok":true,"tasks":[{"task":"a"}]}"#, .wrongField("state")),
      (#"{"id":1,"ok":true,"tasks":[{"task":"a","state":"odd"}]}"#, .wrongField("state")),
      (#"{"id":1,"ok":true,"protocol":1,"limits":1}"#, .wrongField("limits")),
      (#"{"id":1,"ok":true,"protocol":1,"limits":{"leaseMs":-1}}"#, .wrongField("leaseMs")),
      (#"{"id":1,"ok":true,"protocol":1,"limits":{"quitMs":"5"}}"#, .wrongField("quitMs")),
      (#"{"id":1,"ok":true,"protocol":1,"limits":{"retries":"never"}}"#, .wrongField("retries")),
      (#"{"id":1,"id":1,"ok":true}"#, .notJSON(byteCount: 25)),
    ])
  func refusedReply(line: String, breach: ContractBreach) {
    #expect(throws: breach) { try ContractReply(parsing: line.utf8) }
  }

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
    for line in ["canary", #"["canary"]"#, #"{"id":1,"ok":true,"tasks":"canary"}"#] {
      let breach = try #require(throws: ContractBreach.self) {
        try ContractReply(parsing: line.utf8)
      }
      #expect(!breach.description.contains("canary"))
    }
  }
}
