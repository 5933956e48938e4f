// Owns: what a message says, word for word and place for place, of a file that is not this format.

import Testing

@Suite struct FormatTests {
  @Test("a text that is no JSON, or not this format", arguments: root)
  func rootComplaints(_ marked: String, _ sentence: String) { expectComplaint(marked, sentence) }

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
}
