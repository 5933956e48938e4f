// Owns: what a table's author should know of a file that is right: nothing in it is a problem.

import AcceptanceModel
import StrictJSON

package enum ScenarioNotes {
  /// In the order of the file. Quotes names of the file, never a body's values.
  ///
  /// - Parameter fileName: As messages name it.
  package static func notes(on table: ScenarioTable, fileName: String) -> [ScenarioProblem] {
    let values = SensitiveValues(table)
    return table.scenarios.flatMap { scenario in
      scenario.steps.enumerated().flatMap { index, step -> [ScenarioProblem] in
        guard case .submit(_, let body?, _, _) = step else { return [] }
        return values.unsearched(of: body).map { field, obstacle in
          ScenarioProblem(
            fileName: fileName,
            position: scenario.position ?? SourcePosition(line: 1, column: 1),
            sentence: "note: step \(index + 1) of \(scenario.id): the value of \"\(field)\" is "
              + "not searched for in the client's output: \(obstacle)")
        }
      }
    }
  }
}
