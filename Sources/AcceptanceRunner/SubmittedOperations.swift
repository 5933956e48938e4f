// Owns: the operations of one scenario: their names, markers, bodies and the tasks they became.

import AcceptanceModel
import SecretSearch
import StrictJSON

struct SubmittedOperations {
  struct Entry {
    let marker: Marker
    let body: JSONValue
    /// What its client may print nowhere: canaries and the table's own sensitive values.
    let secrets: [PlantedSecret]
    /// The operation whose bytes this one repeats.
    let like: OperationName?
    var task: TaskID?
  }

  static let markerPlaceholder = "{marker}"

  private(set) var pages: [OperationName: Entry] = [:]
  private var bursts: [OperationName: [OperationName]] = [:]
  private var operations: [TaskID: OperationName] = [:]
  private var generator: SeededGenerator
  private let sensitiveFields: [String]
  private let sensitiveValues: SensitiveValues
  /// What a report would show of a body: the random part of every marker and canary, and every
  /// sensitive value that can be searched for.
  private(set) var planted: [PlantedSecret] = []

  init(
    generator: SeededGenerator, sensitiveFields: [String], sensitiveValues: SensitiveValues
  ) {
    self.generator = generator
    self.sensitiveFields = sensitiveFields
    self.sensitiveValues = sensitiveValues
  }

  /// What a name in a step refers to: itself, or every operation of a burst.
  func names(_ operation: OperationName) -> [OperationName] { bursts[operation] ?? [operation] }

  func operation(of task: TaskID) -> OperationName? { operations[task] }

  /// Opens pages for a tap, or for a burst of taps.
  mutating func submit(_ operation: OperationName, body: JSONValue?, count: Int)
    -> [OperationName]
  {
    guard count > 1 else {
      open(operation, body: body)
      return [operation]
    }
    let names = operation.taps(count)
    bursts[operation] = names
    for name in names { open(name, body: body) }
    return names
  }

  /// Opens a page with the very bytes of another one, marker and all.
  mutating func repeatTap(_ operation: OperationName, like original: OperationName) {
    guard let page = pages[original] else {
      preconditionFailure("\(operation) is like \(original), which was never submitted")
    }
    pages[operation] = Entry(
      marker: page.marker, body: page.body, secrets: page.secrets, like: page.like ?? original)
  }

  mutating func acknowledge(_ operation: OperationName, as task: TaskID) {
    pages[operation]?.task = task
    operations[task] = operation
  }

  private mutating func open(_ operation: OperationName, body: JSONValue?) {
    let marker = Marker("acc-\(plantedWord().text)")
    let content = body ?? .object(["title": .string(operation.text)])
    var marked = Self.replace(marker, in: content)
    var secrets = sensitiveValues.searched(of: content, sentAs: marked)
    planted += secrets.filter { !planted.contains($0) }
    if marked == content { marked = Self.append("marker", .string(marker.text), to: marked) }
    for field in sensitiveFields where marked[field] == nil {
      let (word, secret) = plantedWord()
      marked = Self.append(field, .string("canary-\(word)"), to: marked)
      secrets.append(secret)
    }
    pages[operation] = Entry(marker: marker, body: marked, secrets: secrets, like: nil)
  }

  private mutating func plantedWord() -> (text: String, secret: PlantedSecret) {
    let word = generator.consonants()
    planted.append(.word(word))
    return (word, .word(word))
  }

  private static func replace(_ marker: Marker, in value: JSONValue) -> JSONValue {
    value.mapTexts { text in
      padded(text).split(separator: markerPlaceholder, omittingEmptySubsequences: false)
        .joined(separator: marker.text)
    }
  }

  /// `{padding:N}` becomes N letters and digits, for bodies that are too long to write out. They
  /// are random, always the same, so that a compressed body keeps three quarters of its size.
  private static func padded(_ text: String) -> String {
    guard let match = text.firstMatch(of: /\{padding:(\d{1,7})\}/), let count = Int(match.1) else {
      return text
    }
    return text.replacingCharacters(in: match.range, with: padding(count))
  }

  private static func padding(_ count: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var generator = SeededGenerator(seed: 1)
    let bytes = (0..<count).map { _ in letters[Int(generator.next() % 62)] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ name: String, _ field: JSONValue, to value: JSONValue) -> JSONValue {
    guard case .object(let instances) = value else { return value }
    return .object(instances + [JSONMember(name, field)])
  }
}
