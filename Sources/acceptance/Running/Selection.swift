// Owns: which scenarios of a table are meant.

import AcceptanceModel
import Foundation

struct Selection {
  static let options = [
    Option(
      name: "--only", form: .values("GLOB"),
      summary: "only scenarios whose id or group matches; may be given again"),
    Option(
      name: "--skip", form: .values("GLOB"),
      summary: "no scenario whose id or group matches; may be given again"),
  ]

  let only: [String]
  let skip: [String]

  init(_ arguments: ParsedArguments) {
    only = arguments.texts("--only")
    skip = arguments.texts("--skip")
  }

  func scenarios(of table: ScenarioTable) -> [Scenario] {
    table.scenarios.filter { scenario in
      (only.isEmpty || only.contains { Self.matches(scenario, $0) })
        && !skip.contains { Self.matches(scenario, $0) }
    }
  }

  private static func matches(_ scenario: Scenario, _ glob: String) -> Bool {
    fnmatch(glob, scenario.id.text, 0) == 0 || fnmatch(glob, scenario.group, 0) == 0
  }
}
