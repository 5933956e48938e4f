// Owns: what a message says, word for word and place for place, of a scenario that is wrong, its faults and steps apart.

import Testing

@Suite struct ScenarioFormatTests {
  @Test("a wrong scenario", arguments: scenario)
  func scenarioComplaints(_ marked: String, _ sentence: String) {
    expectComplaint(marked, sentence)
  }

  private static let scenario: [(String, String)] = [
    (
      Around.file(
        #""knownFailures": [«{"scenario": "one", "code": "key-changed", "reason": "r"}]"#,
        scenarios:
          "[\(Around.scenario(#""waive": [{"code": "key-changed", "reason": "r"}]"#))]"),
      #"the known failure "key-changed" can never come: "one" waives that rule; drop one of both"#
    ),
    (
      Around.file(
        scenarios: #"[{"id": «"Lost Answer", "title": "t", "steps": [\#(Around.submitAndAwait)]}]"#),
      "\"id\" must be lower-case words joined by hyphens, at most 64 characters; "
        + "found \"Lost Answer\""
    ),
    (
      Around.file(
        scenarios: #"[{"id": «"a\u001b[31m", "title": "t", "steps": [\#(Around.submitAndAwait)]}]"#),
      "\"id\" must be lower-case words joined by hyphens, at most 64 characters; "
        + #"found "a\u{1b}[31m""#
    ),
    (
      Around.file(
        scenarios:
          #"[\#(Around.scenario()), {"id": «"one", "title": "t", "steps": [\#(Around.submitAndAwait)]}]"#
      ),
      "the id \"one\" is taken (first at 3:23); each scenario has its own"
    ),
    (
      Around.file(scenarios: #"[«{"id": "a", "title": "t"}]"#),
      "a scenario needs \"steps\": an array of 1 to 500 steps"
    ),
    (
      Around.file(scenarios: #"[{"id": "a", "title": "t", "steps": «[]}]"#),
      "\"steps\" must be an array of 1 to 500 steps; found an empty one"
    ),
    (
      Around.inScenario(#""why": «"\#(String(repeating: "w", count: 1001))""#),
      "\"why\" must be a string of 1 to 1000 characters; found 1001"
    ),
    (
      Around.inScenario(#""group": «"a\nb""#),
      "\"group\" holds a control character; it must be one line of text"
    ),
    (
      Around.inScenario(#""needs": [«"task"]"#),
      "unknown ability \"task\"; did you mean \"tasks\"?"
    ),
    (
      Around.inScenario(#""waive": [{"code": «"duplicate-recrod", "reason": "r"}]"#),
      "unknown finding code \"duplicate-recrod\"; did you mean \"duplicate-record\"?"
    ),
    (
      Around.inScenario(
        #""waive": «[{"code": "key-changed", "reason": "r"}, {"code": "key-changed", "reason": "s"}]"#
      ),
      "\"waive\" names \"key-changed\" twice; once is enough"
    ),
    (
      Around.inScenario(#"«"fautls": []"#),
      "unknown key \"fautls\" in a scenario; did you mean \"faults\"?"
    ),
    (
      Around.inScenario(#""server": «{"key": {"field": "k"}, "body": "bytes"}"#),
      "the key is in a field, but the body is \"bytes\", which has none; such a body needs a header"
    ),
    (
      Around.inScenario(#""server": «{"body": "batch"}"#),
      "the body is \"batch\", but the key is in a header, and one header has one key; "
        + "each operation of a batch has its key in a field"
    ),
    (
      Around.fault(
        #"«{"at": "after-commit", "action": "crash-server", "records": "lost", "request": 1}"#,
        server: #""store": "records.sqlite""#),
      "the records would be lost, but this server keeps them in a store, "
        + "with those of earlier runs; it takes records kept, or no \"store\""
    ),
  ]
}
