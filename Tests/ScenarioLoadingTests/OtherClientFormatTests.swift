// Owns: what a message says of a client that is no program of lines: its verbs, or its app.

import AcceptanceModel
import ClientDriving
import Testing

private func verbs(_ more: String) -> String {
  Around.file(client: #"{"driver": "command", "verbs": {\#(more)}}"#)
}

private func submit(_ more: String) -> String { verbs(#""submit": {\#(more)}"#) }

private func app(_ more: String) -> String {
  Around.file(client: #"{"driver": "simctl", "app": {\#(more)}}"#)
}

@Suite struct OtherClientFormatTests {
  @Test("verbs read to their values; what is left out has its default")
  func values() throws {
    let table = try load(
      Around.file(
        client: #"""
          {"driver": "command", "can": ["clock", "token"], "verbs": {
            "submit": {"argv": ["sh", "-c", "x", "{body}"]},
            "launch": {"argv": ["app"], "mode": "background", "okExit": [0, 255], "deadlineMs": 1}}}
          """#))
    let client = try #require(table.client.configuration as? CommandConfiguration)
    #expect(
      client.verbs == [
        "submit": CommandVerb(argv: ["sh", "-c", "x", "{body}"]),
        "launch": CommandVerb(
          argv: ["app"], mode: .background, okExit: [0, 255], deadline: .milliseconds(1)),
      ])
    #expect(client.can == ["clock", "token"])
  }

  @Test("an app reads to its values")
  func appValues() throws {
    let table = try load(
      app(#""device": "d", "id": "com.example", "bundle": "b.app", "callWithinMs": 5"#))
    let client = try #require(table.client.configuration as? DevicedAppConfiguration)
    #expect(
      client.app
        == DeviceApp(
          device: "d", id: "com.example", bundle: "b.app", callLimit: .milliseconds(5)))
  }

  @Test("wrong verbs", arguments: wrongVerbs)
  func verbComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("a wrong app", arguments: wrongApps)
  func appComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  private func expect(_ marked: String, _ sentence: String) {
    let text = MarkedText(marked)
    #expect(complaints(about: text.text) == [text.place + sentence])
  }

  private static let wrongVerbs: [(String, String)] = [
    (
      Around.file(client: #"{"driver": "command", "verbs": «{"sync": {"argv": ["s"]}}}"#),
      "\"verbs\" needs \"submit\": an object"
    ),
    (
      verbs(#""submit": {"argv": ["s"]}, «"snyc": {"argv": ["s"]}"#),
      "unknown key \"snyc\" in \"verbs\"; did you mean \"sync\"?"
    ),
    (verbs(#""submit": «["s"]"#), "\"submit\" must be an object; found an array"),
    (verbs(#""submit": «{"mode": "wait"}"#), "\"submit\" needs \"argv\": an argv array"),
    (
      submit(#""argv": «"curl -d {body}""#),
      "\"argv\" must be an argv array such as [\"{bin}/queue-client\", \"--store\"]; "
        + "found one string, and no shell is there to split it"
    ),
    (
      submit(#""argv": «[]"#),
      "\"argv\" must be an array of 1 to 256 arguments; found an empty one"
    ),
    (
      submit(#""argv": «["", "x"]"#),
      "element 1 of \"argv\" must name a program; found an empty string"
    ),
    (
      submit(#""argv": ["s", «"a\u0000b"]"#),
      "element 2 of \"argv\" holds a NUL character; no process can be given it"
    ),
    (
      submit(#""argv": ["s"], "mode": «"detached""#),
      "unknown mode \"detached\"; accepted are \"wait\" and \"background\""
    ),
    (
      submit(#""argv": ["s"], "okExit": «[]"#),
      "\"okExit\" must be an array of 1 to 256 exit statuses; found an empty one"
    ),
    (
      submit(#""argv": ["s"], "okExit": [0, «-1]"#),
      "element 2 of \"okExit\" must be a whole number from 0 to 255; found -1"
    ),
    (
      submit(#""argv": ["s"], "okExit": [0, «0]"#),
      "this element of \"okExit\" stands there already"
    ),
    (
      submit(#""argv": ["s"], "deadlineMs": «0"#),
      "\"deadlineMs\" must be a whole number from 1 to 3600000; found 0"
    ),
    (
      Around.file(
        client: #"{"driver": "command", "verbs": {"submit": {"argv": ["s"]}}, "can": [«"retry"]}"#),
      "unknown ability \"retry\"; accepted are \"token\" and \"clock\""
    ),
    (
      Around.file(client: #"{"driver": «"jsonl", "verbs": {"submit": {"argv": ["s"]}}}"#),
      "the driver \"jsonl\" needs \"command\" in \"client\"; found \"verbs\""
    ),
    (
      Around.file(client: #"«{"verbs": {"submit": {"argv": ["s"]}}}"#),
      "the driver \"jsonl\" needs \"command\" in \"client\"; found \"verbs\""
    ),
    (
      Around.file(client: #"{"command": ["c"], "driver": «"command"}"#),
      "the driver \"command\" needs \"verbs\" in \"client\"; found \"command\""
    ),
    (
      Around.file(client: #"{"command": ["c"], «"can": ["token"]}"#),
      "\"can\" in \"client\" means nothing without \"verbs\""
    ),
    (
      Around.file(client: #"«{"command": ["c"], "verbs": {"submit": {"argv": ["s"]}}}"#),
      "\"client\" needs exactly one of \"command\", \"verbs\" and \"app\"; "
        + "found \"command\" and \"verbs\""
    ),
  ]

  private static let wrongApps: [(String, String)] = [
    (
      Around.file(client: #"{"driver": "simctl", "app": «"com.example"}"#),
      "\"app\" must be an object; found a string"
    ),
    (
      Around.file(client: #"{"driver": "simctl", "app": «{"id": "com.example"}}"#),
      "\"app\" needs \"device\": a string of 1 to 200 characters"
    ),
    (
      app(#""device": «"", "id": "com.example""#),
      "\"device\" must be a string of 1 to 200 characters; found an empty one"
    ),
    (
      app(#""device": "d", "id": «7"#),
      "\"id\" must be a string of 1 to 200 characters; found 7"
    ),
    (
      app(#""device": "d", "id": "i", "bundle": «"""#),
      "\"bundle\" must be a string of 1 to 4096 characters; found an empty one"
    ),
    (
      app(#""device": "d", "id": "i", «"activty": ".Main""#),
      "unknown key \"activty\" in \"app\"; did you mean \"activity\"?"
    ),
    (
      app(#""device": "d", "id": "i", "callWithinMs": «3600001"#),
      "\"callWithinMs\" must be a whole number from 1 to 3600000; found 3600001"
    ),
  ]
}
