// Owns: which starter is meant: by flags, by answers on a terminal, by defaults.

import ScenarioLoading
import Starters

struct StarterChoice {
  static let standardPath = "/items"
  static let standardHeader = "Idempotency-Key"

  let starter: Starter
  let table: StarterTable

  /// - Throws: `UsageError` where a value is none of those that are accepted, and where the client
  ///   is not named and there is no user to ask.
  init(_ arguments: ParsedArguments, asking questions: some Questions) throws(UsageError) {
    starter = try Self.starter(arguments.text("--client"), questions)
    // Whoever named the client has said what they want; the rest has defaults.
    let asks = arguments.text("--client") == nil
    table = StarterTable(
      path: try Self.text(
        "--path", arguments, "the endpoint's path", standard: Self.standardPath,
        asks ? questions : nil, ServerText.isPath),
      keyHeader: try Self.text(
        "--key-header", arguments, "the header of the key", standard: Self.standardHeader,
        asks ? questions : nil, ServerText.isHeaderName),
      isWhole: try Self.isWhole(arguments.text("--scenarios")))
  }

  private static func starter(
    _ given: String?, _ questions: some Questions
  ) throws(UsageError) -> Starter {
    let names = StarterCatalog.all.map(\.name)
    guard let name = given ?? questions.ask("client (\(names.joined(separator: ", ")))", names[0])
    else {
      throw UsageError(
        "--client: not given, and there is no terminal to ask on; "
          + names.joined(separator: ", ") + " are accepted")
    }
    guard let starter = StarterCatalog.all.first(where: { $0.name == name }) else {
      throw UsageError(
        "--client: found \"\(name.prefix(20))\"; \(names.joined(separator: ", ")) are accepted")
    }
    return starter
  }

  private static func text(
    _ option: String, _ arguments: ParsedArguments, _ question: String, standard: String,
    _ questions: (any Questions)?, _ isFit: (String) -> Bool
  ) throws(UsageError) -> String {
    let text = arguments.text(option) ?? questions?.ask(question, standard) ?? standard
    guard isFit(text) else {
      throw UsageError("\(option): what is given is not usable; e.g. \(standard) is accepted")
    }
    return text
  }

  private static func isWhole(_ word: String?) throws(UsageError) -> Bool {
    switch word {
    case nil, "starter": false
    case "all": true
    case let word?:
      throw UsageError(
        "--scenarios: found \"\(word.prefix(20))\"; starter, all are accepted")
    }
  }
}

/// Somebody who may be asked.
protocol Questions {
  /// - Returns: The answer, or the default where it is empty; `nil` where there is no user.
  func ask(_ question: String, _ standard: String) -> String?
}
