// Owns: what a message says, word for word and place for place, of a file whose parts are wrong.

import Testing

@Suite struct FormatTests {
  @Test("a text that is no JSON, or not this format", arguments: root)
  func rootComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("a wrong client", arguments: client)
  func clientComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("a wrong server, wrong answers or redaction", arguments: policy)
  func policyComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("a wrong scenario", arguments: scenario)
  func scenarioComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  private func expect(_ marked: String, _ sentence: String) {
    let text = MarkedText(marked)
    #expect(complaints(about: text.text) == [text.place + sentence])
  }

  private static let root: [(String, String)] = [
    ("«", "found the end of the text, where a value must stand"),
    ("«[]", "the table must be an object; found an array"),
    (
      Around.file(scenarios: #"[{"id": "a",«}]"#),
      "found } after a comma, where a name in quotes must stand"
    ),
    (Around.file(scenarios: "[{}, «]"), "found ] after a comma, where a value must stand"),
    (
      Around.file(#""server": {}, «"server": {}"#),
      "the name \"server\" stands twice in this object (first at 3:2); each name may stand once"
    ),
    (
      Around.file(version: "«2"),
      "\"version\" must be 1, the only version so far; found 2"
    ),
    (
      Around.file(version: "«\"1\""),
      "\"version\" must be 1, the only version so far; found a string"
    ),
    (
      Around.file(#"«"sevrer": {}"#),
      "unknown key \"sevrer\" in the table; did you mean \"server\"?"
    ),
    (
      #"«{"client": {"command": ["c"]}, "scenarios": [\#(Around.scenario())]}"#,
      "the table needs \"version\": 1, the only version so far"
    ),
    (
      #"«{"version": 1, "scenarios": [\#(Around.scenario())]}"#,
      "the table needs \"client\": an object"
    ),
    (
      Around.file(scenarios: "«[]"),
      "\"scenarios\" must be an array of 1 to 1000 scenarios; found an empty one"
    ),
    (
      Around.file(scenarios: "«{}"),
      "\"scenarios\" must be an array of 1 to 1000 scenarios; found an object"
    ),
    (
      Around.file(scenarios: #"["«a"]"#.replacing("\"«", with: "«\"")),
      "a scenario must be an object; found a string"
    ),
  ]

  private static let client: [(String, String)] = [
    (Around.file(client: "«3"), "\"client\" must be an object; found 3"),
    (
      Around.file(client: "«{}"),
      "\"client\" needs exactly one of \"command\", \"verbs\" and \"app\"; found none"
    ),
    (
      Around.file(client: #"{"command": «"queue-client --store x"}"#),
      "\"command\" must be an argv array such as [\"{bin}/queue-client\", \"--store\"]; "
        + "found one string, and no shell is there to split it"
    ),
    (
      Around.file(client: #"{"command": «[]}"#),
      "\"command\" must be an array of 1 to 256 arguments; found an empty one"
    ),
    (
      Around.file(client: #"{"command": «[""]}"#),
      "element 1 of \"command\" must name a program; found an empty string"
    ),
    (
      Around.file(client: #"{"command": ["c", «7]}"#),
      "element 2 of \"command\" must be a string of 0 to 4096 characters; found 7"
    ),
    (
      Around.file(client: #"{"command": ["c", «"secret\u0000"]}"#),
      "element 2 of \"command\" holds a NUL character; no process can be given it"
    ),
    (
      Around.client(#""driver": «"jsonn""#),
      "unknown driver \"jsonn\"; did you mean \"jsonl\"?"
    ),
    (
      Around.client(#""driver": «"telepathy""#),
      "unknown driver \"telepathy\"; accepted are \"jsonl\", \"command\" and \"simctl\""
    ),
    (
      Around.client(#""environment": {"K": «1}"#),
      "\"K\" in \"environment\" must be a string of 0 to 4096 characters; found 1"
    ),
    (
      Around.client(#""environment": {«"ACCEPTANCE_HOME": "secret"}"#),
      "each name in \"environment\" must be a variable's name (letters, digits and _, "
        + "no ACCEPTANCE_ in front), at most 100 characters; found \"ACCEPTANCE_HOME\""
    ),
    (
      Around.client(#""environment": {"K": «"\#(String(repeating: "s", count: 4097))"}"#),
      "\"K\" in \"environment\" must be a string of 0 to 4096 characters; found 4097"
    ),
    (
      Around.client(#""limits": {"retryCapMs": «0}"#),
      "\"retryCapMs\" must be a whole number from 1 to 3600000; found 0"
    ),
    (
      Around.client(#""limits": {"leaseMs": «2.5}"#),
      "\"leaseMs\" must be a whole number from 0 to 3600000; found 2.5"
    ),
    (
      Around.client(#""limits": {"quitMs": «1e3}"#),
      "\"quitMs\" must be a whole number from 1 to 600000; found 1e3"
    ),
    (
      Around.client(#""limits": {«"leaseS": 2}"#),
      "unknown key \"leaseS\" in \"limits\"; did you mean \"leaseMs\"?"
    ),
    (
      Around.client(#""limits": {"retries": «"sync"}"#),
      "unknown way to retry \"sync\"; did you mean \"onSync\"?"
    ),
    (
      Around.client(#""okExit": [«256]"#),
      "element 1 of \"okExit\" must be a whole number from 0 to 255; found 256"
    ),
    (
      Around.client(#""okExit": [0, «0]"#),
      "this element of \"okExit\" stands there already"
    ),
  ]

  private static let policy: [(String, String)] = [
    (
      Around.server(#""profile": «"strpe""#),
      "unknown profile \"strpe\"; did you mean \"stripe\"?"
    ),
    (
      Around.server(#""method": «"GET""#),
      "unknown method \"GET\"; did you mean \"PUT\"?"
    ),
    (
      Around.server(#""path": «"items""#),
      "\"path\" must be a path that starts with / in visible ASCII without #, "
        + "at most 1024 characters; found \"items\""
    ),
    (
      Around.server(#""key": «true"#),
      "\"key\" must be \"none\" or an object; found a boolean"
    ),
    (
      Around.server(#""key": «{}"#),
      "\"key\" needs exactly one of \"header\" and \"field\"; found none"
    ),
    (
      Around.server(#""key": {"header": «"Idempotency Key"}"#),
      "\"header\" must be a header name, at most 100 characters; found \"Idempotency Key\""
    ),
    (
      Around.server(#""key": «"header""#),
      "unknown place of a key \"header\"; only \"none\" is accepted"
    ),
    (
      Around.server(#""body": «"xml""#),
      "unknown kind of body \"xml\"; accepted are \"json\", \"form\", \"multipart\", "
        + "\"bytes\" and \"batch\""
    ),
    (
      Around.server(#""firstAnswer": {"lost": «200}"#),
      "\"lost\" must be a whole number from 400 to 599; found 200"
    ),
    (
      Around.server(#""keySpelling": «"double""#),
      "unknown spelling of keys \"double\"; accepted are \"any\", \"quoted\" and \"bare\""
    ),
    (
      Around.server(#""inProgress": «409"#),
      "\"inProgress\" must be \"process\" or \"hold\" or an object; found 409"
    ),
    (
      Around.server(#""inProgress": {"refuse": «200}"#),
      "\"refuse\" must be a whole number from 400 to 599; found 200"
    ),
    (
      Around.server(#""retentionS": «0"#),
      "\"retentionS\" must be a whole number from 1 to 315360000; found 0"
    ),
    (
      Around.server(#""routes": [«{"method": "POST"}]"#),
      "a route needs \"path\": a path that starts with / in visible ASCII without #, "
        + "at most 1024 characters"
    ),
    (
      Around.server(#""successAnswer": {"headers": {«"Date": "x"}}"#),
      "each name in \"headers\" must be the name of a header that the server does not set itself, "
        + "at most 100 characters; found \"Date\""
    ),
    (
      Around.server(#""successStatus": «404"#),
      "\"successStatus\" must be a whole number from 200 to 299; found 404"
    ),
    (
      Around.server(#""keepAlive": «"yes""#),
      "\"keepAlive\" must be true or false; found a string"
    ),
    (
      Around.file(#""answers": {«"99": "keep"}"#),
      "each name in \"answers\" must be a status from 200 to 599, at most 3 characters; found \"99\""
    ),
    (
      Around.file(#""answers": {"409": «"kep"}"#),
      "unknown duty \"kep\"; did you mean \"keep\"?"
    ),
    (
      Around.file(#""redaction": {"safeKeyShapes": [«"guid"]}"#),
      "unknown key shape \"guid\"; did you mean \"uuid\"?"
    ),
    (
      Around.file(#""redaction": {"publicFields": «"attempts"}"#),
      "\"publicFields\" must be an array of at most 100 field names; found a string"
    ),
    (
      Around.file(#""knownFailures": [{"scenario": "one", "code": «"key-chnged", "reason": "r"}]"#),
      "unknown finding code \"key-chnged\"; did you mean \"key-changed\"?"
    ),
    (
      Around.file(
        #""knownFailures": [«{"scenario": "oen", "code": "key-changed", "reason": "r"}]"#),
      "unknown scenario \"oen\" in a known failure; did you mean \"one\"?"
    ),
    (
      Around.file(#""knownFailures": [«{"scenario": "one", "code": "key-changed"}]"#),
      "a known failure needs \"reason\": a string of 1 to 500 characters"
    ),
    (
      Around.file(
        #"""
        "knownFailures": [{"scenario": "one", "code": "key-changed", "reason": "r"},
         «{"scenario": "one", "code": "key-changed", "reason": "s"}]
        """#),
      "the known failure \"key-changed\" of \"one\" stands there already"
    ),
  ]

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
