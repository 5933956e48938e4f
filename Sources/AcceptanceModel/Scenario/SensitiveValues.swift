// Owns: which texts of a table's bodies are under a sensitive name, and which of them can be searched
// for without ever accusing a client that prints something else.

import SecretSearch
import StrictJSON

package struct SensitiveValues: Sendable {
  private let fields: [String]
  /// What the table says elsewhere, as the search compares it.
  private let elsewhere: [UInt8]

  package init(_ table: ScenarioTable) {
    fields = table.redaction.sensitiveFields
    elsewhere = fields.isEmpty ? [] : Self.otherTexts(of: table, fields)
  }

  /// Whether a member of a body is sensitive. Names are compared without case.
  package static func isSensitive(_ name: String, _ fields: [String]) -> Bool {
    fields.contains { $0.lowercased() == name.lowercased() }
  }

  /// The texts that are to be searched for.
  ///
  /// - Parameters:
  ///   - body: As the table has it.
  ///   - marked: The same body as it is sent, with its placeholders replaced.
  package func searched(of body: JSONValue, sentAs marked: JSONValue) -> [PlantedSecret] {
    zip(texts(of: body), texts(of: marked)).compactMap { written, sent in
      obstacle(to: written.text, in: body) == nil ? .value(sent.text) : nil
    }
  }

  /// The members whose values are not searched for, each once, with the reason.
  package func unsearched(of body: JSONValue) -> [(field: String, obstacle: SearchObstacle)] {
    var found: [(field: String, obstacle: SearchObstacle)] = []
    // An empty text is no secret.
    for (field, text) in texts(of: body) where !text.isEmpty {
      guard let obstacle = obstacle(to: text, in: body),
        !found.contains(where: { $0.field == field && $0.obstacle == obstacle })
      else { continue }
      found.append((field, obstacle))
    }
    return found
  }

  /// At any depth: of a sensitive member every text and number, and of others what is within.
  private func texts(of body: JSONValue) -> [(field: String, text: String)] {
    Self.leaves(of: body, under: nil, fields).compactMap { leaf in
      leaf.field.map { ($0, leaf.text) }
    }
  }

  private func obstacle(to text: String, in body: JSONValue) -> SearchObstacle? {
    let fixed = text.replacing("{marker}", with: "").replacing(/\{padding:\d{1,7}\}/, with: "")
    if fixed.utf8.count < text.utf8.count, text.contains("{marker}") {
      let isShared = Self.leaves(of: body, under: nil, fields).contains {
        $0.field == nil && $0.text.contains("{marker}")
      }
      return isShared ? .markerElsewhere : nil
    }
    if let obstacle = SearchObstacle(ofText: fixed) { return obstacle }
    return elsewhere.contains(PlantedSecret.compared(fixed)) ? .elsewhere : nil
  }

  // MARK: - What a table says

  /// Every text, number and member name of a body; those under a sensitive name with that name.
  private static func leaves(
    of value: JSONValue, under field: String?, _ fields: [String]
  ) -> [(field: String?, text: String)] {
    switch value {
    case .null, .bool: []
    case .number(let text), .string(let text): [(field, text)]
    case .array(let elements): elements.flatMap { leaves(of: $0, under: field, fields) }
    case .object(let members):
      members.flatMap { member in
        [(nil, member.name)]
          + leaves(
            of: member.value,
            under: field ?? (isSensitive(member.name, fields) ? member.name : nil), fields)
      }
    }
  }

  private static func otherTexts(of table: ScenarioTable, _ fields: [String]) -> [UInt8] {
    var texts = [table.name, table.server.path] + table.client.configuration.words
    texts += table.knownFailures.map(\.reason)
    for scenario in table.scenarios {
      texts += [scenario.id.text, scenario.group, scenario.title, scenario.why]
      texts += scenario.waivers.map(\.reason)
      for case .submit(let operation, let body, _, let process) in scenario.steps {
        texts += [operation.text, process.text]
        guard let body else { continue }
        texts += leaves(of: body, under: nil, fields).filter { $0.field == nil }.map(\.text)
      }
    }
    // The separator keeps the end of one text and the begin of the next from making a third.
    return texts.flatMap { PlantedSecret.compared($0) + [0] }
  }
}

extension SearchObstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooShort(let count, let least):
      "it has \(count) letters and digits, and would be found by chance; "
        + "\(least) or more are searched for"
    case .word:
      "it is one word, which a client may print for another reason; a word of "
        + "\(SearchObstacle.leastWord) letters, or of \(PlantedSecret.leastCount) with a digit or "
        + "a second word, is searched for"
    case .fewLetters: "it repeats so few letters that it would be found by chance"
    case .elsewhere: "the table has it in another place, too, which is not sensitive"
    case .markerElsewhere: "{marker} is in another field of the body, too"
    }
  }
}
