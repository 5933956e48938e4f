// Owns: that the schema describes what the loader reads: every key, and no other.

import AcceptanceModel
import ScenarioLoading
import StrictJSON
import Testing

@Suite struct SchemaTests {
  private let schema = SchemaReader(
    root: ScenarioSchema.json(knownCodes: knownCodes, drivers: drivers))

  @Test("every key that the schema describes is one that the loader reads")
  func describesNoMore() throws {
    let full = try JSONParser.parse(FullTable.text).value
    let faults = try JSONParser.parse(everyFaultText).value
    #expect(complaints(about: FullTable.text) == [])
    #expect(!complaints(about: everyFaultText).contains { $0.contains("unknown key") })
    var used = try #require(schema.used(by: full)).union(try #require(schema.used(by: faults)))
    for text in otherClients {
      #expect(!complaints(about: text).contains { $0.contains("unknown key") })
      used.formUnion(try #require(schema.used(by: try JSONParser.parse(text).value)))
    }
    #expect(schema.described().subtracting(used) == [])
  }

  @Test("every file that the loader accepts fits the schema")
  func acceptsNoLess() throws {
    for text in [FullTable.text, Around.file(), Around.fault(everyFault[0])] {
      #expect(complaints(about: text) == [])
      #expect(schema.used(by: try JSONParser.parse(text).value) != nil, "\(text)")
    }
  }

  @Test(
    "what the loader refuses for its form does not fit the schema",
    arguments: [
      Around.file(#""sevrer": {}"#), Around.file(version: "2"), Around.file(client: "{}"),
      Around.client(#""driver": "x""#), Around.client(#""limits": {"quitMs": 0}"#),
      Around.server(#""key": {}"#), Around.server(#""key": {"header": "a", "field": "b"}"#),
      Around.fault(#"{"kind": "x", "operation": "A"}"#), Around.fault(#"{"kind": "lost-answer"}"#),
      Around.fault(#"{"kind": "lost-answer", "send": 1, "request": 1}"#),
      Around.fault(#"{"kind": "lost-answer", "operation": "A", "request": 1}"#),
      Around.step(#"{"do": "x"}"#), Around.step(#"{"do": "await"}"#),
      Around.step(#"{"do": "await", "idle": true, "recorded": "A"}"#),
      Around.step(#"{"do": "check", "sends": {"operation": "A"}}"#),
      Around.step(#"{"do": "check", "sends": {"exactly": 1, "atMost": 1}}"#),
    ])
  func refusesTheSame(_ text: String) throws {
    #expect(!complaints(about: text).isEmpty)
    #expect(schema.used(by: try JSONParser.parse(text).value) == nil)
  }

  @Test("the schema names its dialect, and every reference leads somewhere")
  func references() {
    #expect(
      schema.root["$schema"] == .string("https://json-schema.org/draft/2020-12/schema"))
    let names = (schema.root["$defs"]?.objectValue ?? []).map(\.name)
    let text = JSONWriter.text(of: schema.root)
    let references = text.matches(of: /"#\/\$defs\/([a-z]+)"/).map { String($0.output.1) }
    #expect(Set(references) == Set(names))
  }
}

/// What a client is made of where it is no program that speaks lines.
private let otherClients: [String] = {
  let verb = #"{"argv": ["c"], "mode": "wait", "okExit": [0], "deadlineMs": 1000}"#
  let verbs = [
    "reset", "launch", "submit", "sync", "tasks", "retry", "damage", "terminate", "kill",
    "diagnostics",
  ].map { #""\#($0)": \#(verb)"# }.joined(separator: ", ")
  return [
    Around.file(client: #"{"driver": "command", "verbs": {\#(verbs)}, "can": ["token", "clock"]}"#),
    Around.file(
      client:
        #"{"driver": "simctl", "app": {"device": "d", "id": "com.example.todo", "bundle": "/b.app", "#
        + #""activity": ".Main", "callWithinMs": 1000}}"#),
  ]
}()

/// A table of as many scenarios as there are faults to try: each has one.
private let everyFaultText = Around.file(
  scenarios: "["
    + everyFault.enumerated().map { index, fault in
      Around.scenario(#""faults": [\#(fault)]"#, id: "s-\(index)")
    }.joined(separator: ",\n") + "]")

/// Each named fault and each custom action, with every parameter and by every selector.
private let everyFault: [String] = named + custom

private let selectors = [
  #""operation": "A", "send": "1-2""#, #""operation": "*""#, #""keySend": 1"#, #""request": 1"#,
  #""connection": "1-2""#,
]

private let named: [String] = FaultCatalog.all.flatMap { kind in
  // A body and a text exclude each other.
  [["body"], ["text"]].flatMap { excluded in
    let parameters = kind.parameters.filter { !excluded.contains($0.name) }.map(member)
    return selectors.map {
      "{" + ([#""kind": "\#(kind.name)""#, $0] + parameters).joined(separator: ", ") + "}"
    }
  }
}

private let custom: [String] = [
  #""action": "reset", "at": "answer", "byte": 3"#,
  #""action": "fin", "at": "answer", "byte": 3"#,
  #""action": "half-close", "at": "body", "byte": 3"#,
  #""action": "stall", "at": "answer-body", "byte": 0"#,
  #""action": "drip", "at": "answer-body", "byte": 0, "intervalMs": 5"#,
  #""action": "raw", "at": "answer", "byte": 3, "text": "x""#,
  #""action": "answer", "at": "body", "byte": 3, "status": 413, "body": "html""#,
  #""action": "answer", "at": "answer-end", "status": 408, "text": "x", "headers": {"A": "b"}"#,
  #""action": "answer", "at": "after-commit", "status": 200, "mediaType": "a/b""#,
  #""action": "kill-client", "at": "answer", "byte": 3"#,
  #""action": "hold", "at": "before-commit""#,
  #""action": "crash-server", "at": "body", "byte": 3, "records": "lost""#,
  #""action": "deliver-twice", "at": "before-commit""#,
  #""action": "other-body", "at": "before-commit""#,
  #""action": "refuse", "at": "body", "byte": 3"#,
  #""action": "raw-then-reset", "at": "answer", "byte": 3, "text": "x""#,
  #""action": "ignore-expect", "at": "headers""#,
  #""action": "zero-window", "at": "body", "byte": 3"#,
  #""action": "delay", "at": "answer", "byte": 3, "ms": 5"#,
  #""action": "late-answer", "at": "before-commit""#,
  #""action": "swap-answers", "at": "after-commit""#,
].flatMap { action in selectors.map { "{\(action), \($0)}" } }

private func member(_ parameter: FaultParameter) -> String {
  let value =
    switch parameter.form {
    case .integer(let range): "\(range.lowerBound)"
    case .text: #""x""#
    case .texts: #"{"X": "y"}"#
    case .choice(let words): "\"\(words.first ?? "")\""
    }
  return "\"\(parameter.name)\": \(value)"
}
