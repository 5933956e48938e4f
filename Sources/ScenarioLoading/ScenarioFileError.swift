// Owns: what is wrong with a scenario file, as sentences that point at the place.

import StrictJSON

/// A scenario file that cannot be used: everything that was found, in the order of the file.
package struct ScenarioFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Never empty.
  package let problems: [ScenarioProblem]

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong. Quotes names and words of the file, never a body, an argument of the
/// client's command or the value of an environment variable.
package struct ScenarioProblem: Sendable, Hashable, CustomStringConvertible {
  package let fileName: String
  package let position: SourcePosition
  package let sentence: String

  package var description: String { "\(fileName):\(position): \(sentence)" }
}

/// What one pass over a file has found so far.
struct ProblemList {
  private(set) var found: [(position: SourcePosition, sentence: String)] = []

  mutating func add(_ position: SourcePosition, _ sentence: String) {
    found.append((position, sentence))
  }

  /// By position; of two at one place the first found comes first.
  func sorted(fileName: String) -> [ScenarioProblem] {
    found.enumerated()
      .sorted { left, right in
        let (a, b) = (left.element.position, right.element.position)
        return (a.line, a.column, left.offset) < (b.line, b.column, right.offset)
      }
      .map {
        ScenarioProblem(
          fileName: fileName, position: $0.element.position, sentence: $0.element.sentence)
      }
  }
}

/// A value and where it stood, for checks that come after reading.
struct Placed<Value: Sendable>: Sendable {
  let value: Value
  let position: SourcePosition
}
