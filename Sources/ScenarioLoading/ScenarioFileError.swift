// Owns: what is wrong with a scenario file, as sentences that point at the place.

import StrictJSON

/// A scenario file that cannot be used: everything that was found, in the order of the file.
package struct ScenarioFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// At most this many are printed; more would not be read for a generated or foreign file.
  package static let shownLimit = 50

  /// Never empty. Of very many only the first that were found.
  package let problems: [ScenarioProblem]
  /// How many there are in all.
  package let count: Int

  init(problems: [ScenarioProblem], count: Int? = nil) {
    self.problems = problems
    self.count = count ?? problems.count
  }

  package var description: String {
    let shown = problems.prefix(Self.shownLimit)
    let left = count - shown.count
    return (shown.map(\.description) + (left > 0 ? ["and \(left) more problems"] : []))
      .joined(separator: "\n")
  }
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
package struct ProblemList {
  /// More are counted only: a suggestion for each of many would take minutes.
  private static let limit = 1000

  private(set) var found: [(position: SourcePosition, sentence: String)] = []
  private(set) var count = 0

  /// Whether sentences of further problems are not kept.
  package var isFull: Bool { count >= Self.limit }

  package mutating func add(_ position: SourcePosition, _ sentence: String) {
    if !isFull { found.append((position, sentence)) }
    count += 1
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

/// A value and where it was, for checks that come after reading.
package struct Placed<Value: Sendable>: Sendable {
  package let value: Value
  package let position: SourcePosition
}
