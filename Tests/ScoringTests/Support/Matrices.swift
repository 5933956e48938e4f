// Owns: small matrices by hand, in the words of a score.

import AcceptanceModel
import Scoring

extension FindingCode {
  static let keyChanged = FindingCode("key-changed")
  static let gaveUp = FindingCode("gave-up")
  static let lost = FindingCode("lost-operation")
}

extension Outcome {
  static let caught = Outcome.caught([.keyChanged])
  static let otherwise = Outcome.foundOtherwise([.gaveUp])
}

enum Matrices {
  static func scenario(_ id: String, size: Int = 3, stays: String = "") -> ScoredScenario {
    ScoredScenario(
      id: ScenarioID(id), group: "group", title: "title of \(id)", staysBecause: stays, size: size)
  }

  static func wrong(_ name: String, _ codes: FindingCode...) -> ScoredClient {
    ScoredClient(
      name: name, summary: "is wrong as \(name)", role: .wrong(codes: codes), command: [name])
  }

  static func right(_ name: String) -> ScoredClient {
    ScoredClient(name: name, summary: "is right as \(name)", role: .right, command: [name])
  }

  static func score(
    _ scenarios: [ScoredScenario], _ rows: [(ScoredClient, [Outcome])], isQuick: Bool = false
  ) -> Score {
    Score(
      table: "t.json", scenarios: scenarios, clients: rows.map(\.0), outcomes: rows.map(\.1),
      isQuick: isQuick)
  }

  /// Two scenarios; one wrong client each that is caught by the first alone, by both, by luck, and
  /// not at all; a right client that is accused, and one that is not.
  static let mixed = score(
    [scenario("one"), scenario("two", stays: "it is the shortest")],
    [
      (wrong("alone", .keyChanged), [.caught, .passed]),
      (wrong("both", .keyChanged), [.caught, .caught]),
      (wrong("lucky", .keyChanged), [.otherwise, .passed]),
      (wrong("survivor", .keyChanged), [.passed, .inconclusive("fault 1 never acted")]),
      (right("accused"), [.passed, .otherwise]),
      (right("innocent"), [.passed, .skipped]),
    ])

  static let good = score(
    [scenario("one"), scenario("two", stays: "it is the shortest")],
    [(wrong("alone", .keyChanged), [.caught, .caught]), (right("innocent"), [.passed, .skipped])])
}
