// Owns: scenario files for tests: small right ones with one place to fill in.

import AcceptanceModel
import ClientDriving
import ScenarioLoading
import StrictJSON
import Testing

let knownCodes: Set<FindingCode> = [
  FindingCode("key-changed"), FindingCode("duplicate-record"), FindingCode("lost-operation"),
]
let drivers = DriverCatalog.standard.forms.filter { $0.name != "adb" }

func load(_ text: String) throws(ScenarioFileError) -> ScenarioTable {
  try ScenarioLoader.load(
    Array(text.utf8), fileName: "scenarios.json", knownCodes: knownCodes,
    drivers: drivers)
}

/// What loading says about a text, one line a problem; empty where the text is right.
func complaints(about text: String) -> [String] {
  do {
    _ = try load(text)
    return []
  } catch {
    return error.problems.map(\.description)
  }
}

/// The text is refused with this one sentence, which names the marked place.
func expectComplaint(
  _ marked: String, _ sentence: String, at place: SourceLocation = #_sourceLocation
) {
  let text = MarkedText(marked)
  #expect(complaints(about: text.text) == [text.place + sentence], sourceLocation: place)
}

/// A text in which `«` marks the place that a message must point at.
struct MarkedText {
  let text: String
  /// `file:line:column: ` of the mark.
  let place: String

  init(_ marked: String) {
    let before = marked.prefix { $0 != "«" }
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    text = String(before) + marked.dropFirst(before.count + 1)
    place = "scenarios.json:\(lines.count):\((lines.last?.unicodeScalars.count ?? 0) + 1): "
  }
}

/// A right file around the part that is given, laid out over several lines.
enum Around {
  static func file(
    _ more: String = "", version: String = "1", client: String = #"{"command": ["c"]}"#,
    scenarios: String = "[\(scenario())]"
  ) -> String {
    """
    {"version": \(version),
     "client": \(client),
     \(more.isEmpty ? "" : more + ",\n ")"scenarios": \(scenarios)}
    """
  }

  static func client(_ more: String) -> String { file(client: #"{"command": ["c"], \#(more)}"#) }

  static func server(_ axes: String) -> String { file(#""server": {\#(axes)}"#) }

  static func scenario(
    _ more: String = "", id: String = "one", steps: String = submitAndAwait
  ) -> String {
    """
    {"id": "\(id)", "title": "t",
      \(more.isEmpty ? "" : more + ",\n  ")"steps": [\(steps)]}
    """
  }

  static func inScenario(_ more: String) -> String { file(scenarios: "[\(scenario(more))]") }

  static func fault(_ fault: String, server: String = "") -> String {
    inScenario((server.isEmpty ? "" : #""server": {\#(server)}, "#) + #""faults": [\#(fault)]"#)
  }

  /// After a launch and the submission of A; an await follows.
  static func step(_ step: String, faults: String = "") -> String {
    steps(
      """
      {"do": "launch"}, {"do": "submit", "operation": "A"},
         \(step), {"do": "await", "send": {"operation": "A", "number": 1}}
      """, faults: faults)
  }

  static func steps(_ steps: String, faults: String = "") -> String {
    file(
      scenarios:
        "[\(scenario(faults.isEmpty ? "" : #""faults": [\#(faults)]"#, steps: steps))]")
  }

  static let submitAndAwait = """
    {"do": "launch"}, {"do": "submit", "operation": "A"}, {"do": "await", "recorded": "A"}
    """
}
