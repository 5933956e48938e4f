// Owns: which scenarios of a table are meant.

import AcceptanceModel
import Foundation
import ScenarioLoading

struct Selection {
  static let options = [
    Option(
      name: "--only", form: .values("GLOB"),
      summary: "only scenarios whose id or group matches; repeatable"),
    Option(
      name: "--skip", form: .values("GLOB"),
      summary: "no scenarios whose id or group matches; repeatable"),
  ]

  let only: [String]
  let skip: [String]

  init(_ arguments: ParsedArguments) {
    only = arguments.texts("--only")
    skip = arguments.texts("--skip")
  }

  /// - Throws: Where one of the words matches nothing: a misspelt filter would run less, or more,
  ///   than was meant.
  func scenarios(of table: ScenarioTable) throws(UsageError) -> [Scenario] {
    for (option, globs) in [("--only", only), ("--skip", skip)] {
      for glob in globs where !table.scenarios.contains(where: { Self.matches($0, glob) }) {
        throw Self.unmatched(option, glob, among: Self.names(in: table), "id or group")
      }
    }
    return table.scenarios.filter { scenario in
      (only.isEmpty || only.contains { Self.matches(scenario, $0) })
        && !skip.contains { Self.matches(scenario, $0) }
    }
  }

  /// A filter that matches nothing.
  static func unmatched(
    _ option: String, _ glob: String, among names: [String], _ noun: String
  ) -> UsageError {
    UsageError(
      "\(option): no \(noun) matches \(Suggestion.quoted(glob)); "
        + Suggestion.instead(of: glob, among: names))
  }

  private static func names(in table: ScenarioTable) -> [String] {
    var seen: Set<String> = [""]
    return (table.scenarios.map(\.id.text) + table.scenarios.map(\.group))
      .filter { seen.insert($0).inserted }
  }

  private static func matches(_ scenario: Scenario, _ glob: String) -> Bool {
    fnmatch(glob, scenario.id.text, 0) == 0 || fnmatch(glob, scenario.group, 0) == 0
  }
}
