// Owns: taking typed fields out of one evidence line, with errors that say which line and field.

import AcceptanceModel
import StrictJSON

struct FactReader {
  /// The line in its file, from 1; for records that stand in none, their place among the records.
  let line: Int
  let value: JSONValue

  func has(_ field: Field) -> Bool { value[field.rawValue] != nil }

  func integer(_ field: Field) throws(EvidenceError) -> Int {
    try required(field, "an integer", \.intValue)
  }

  func flag(_ field: Field) throws(EvidenceError) -> Bool {
    try required(field, "true or false", \.boolValue)
  }

  func text(_ field: Field) throws(EvidenceError) -> String {
    try required(field, "a string", \.stringValue)
  }

  func time(_ field: Field) throws(EvidenceError) -> Duration {
    try required(field, "a number of milliseconds with at most six places") { value in
      guard case .number(let text) = value else { return nil }
      return EvidenceValue.duration(milliseconds: text)
    }
  }

  func token(_ field: Field) throws(EvidenceError) -> Token {
    try required(field, "a token of 32 hex digits") { $0.stringValue.flatMap(StoredText.token) }
  }

  /// A case of an enum by its name.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: Field, _ type: Word.Type = Word.self
  ) throws(EvidenceError) -> Word {
    let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try required(field, "one of \(known)") { $0.stringValue.flatMap(Word.init(rawValue:)) }
  }

  func list(_ field: Field) throws(EvidenceError) -> [FactReader] {
    try required(field, "an array", \.arrayValue).map { FactReader(line: line, value: $0) }
  }

  func nested(_ field: Field) throws(EvidenceError) -> FactReader {
    let nested = try required(field, "an object") { $0.objectValue == nil ? nil : $0 }
    return FactReader(line: line, value: nested)
  }

  // MARK: - Values of the model

  func operation(_ field: Field = .operation) throws(EvidenceError) -> OperationName {
    OperationName(try text(field))
  }

  func optionalOperation(_ field: Field = .operation) throws(EvidenceError) -> OperationName? {
    has(field) ? try operation(field) : nil
  }

  func launch() throws(EvidenceError) -> LaunchNumber { LaunchNumber(try integer(.launch)) }

  func request() throws(EvidenceError) -> RequestNumber { RequestNumber(try integer(.request)) }

  func connection() throws(EvidenceError) -> ConnectionNumber {
    ConnectionNumber(try integer(.connection))
  }

  func key() throws(EvidenceError) -> IdempotencyKey? {
    has(.key) ? IdempotencyKey(try token(.key).hex) : nil
  }

  func optionalTime(_ field: Field) throws(EvidenceError) -> Duration? {
    has(field) ? try time(field) : nil
  }

  func optionalInteger(_ field: Field) throws(EvidenceError) -> Int? {
    has(field) ? try integer(field) : nil
  }

  func wrong(_ field: Field, _ accepted: String) -> EvidenceError {
    .unreadableField(
      line: line, field: field.rawValue, found: value[field.rawValue]?.kindName ?? "nothing",
      accepted: accepted)
  }

  private func required<Result>(
    _ field: Field, _ accepted: String, _ read: (JSONValue) -> Result?
  ) throws(EvidenceError) -> Result {
    guard let found = value[field.rawValue], let result = read(found) else {
      throw wrong(field, accepted)
    }
    return result
  }
}
