// Owns: taking typed fields out of one evidence line, with errors that say which line and field.

import AcceptanceModel
import StrictJSON

struct FactReader {
  /// The line in its file, from 1; for records that are in none, their place among the records.
  let line: Int
  let value: JSONValue

  func has(_ field: FieldName) -> Bool { value[field.text] != nil }

  func integer(_ field: FieldName) throws(EvidenceError) -> Int {
    try required(field, "an integer", \.intValue)
  }

  func flag(_ field: FieldName) throws(EvidenceError) -> Bool {
    try required(field, "true or false", \.boolValue)
  }

  func text(_ field: FieldName) throws(EvidenceError) -> String {
    try required(field, "a string", \.stringValue)
  }

  func time(_ field: FieldName) throws(EvidenceError) -> Duration {
    try required(field, "a number of milliseconds with at most six places") { value in
      guard case .number(let text) = value else { return nil }
      return EvidenceValue.duration(milliseconds: text)
    }
  }

  func token(_ field: FieldName) throws(EvidenceError) -> Token {
    try required(field, "a token of 32 hex digits") { $0.stringValue.flatMap(StoredText.token) }
  }

  /// A case of an enum by its name.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: FieldName, _ type: Word.Type = Word.self
  ) throws(EvidenceError) -> Word {
    let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return try required(field, "one of \(known)") { $0.stringValue.flatMap(Word.init(rawValue:)) }
  }

  func list(_ field: FieldName) throws(EvidenceError) -> [FactReader] {
    try required(field, "an array", \.arrayValue).map { FactReader(line: line, value: $0) }
  }

  func nested(_ field: FieldName) throws(EvidenceError) -> FactReader {
    let nested = try required(field, "an object") { $0.objectValue == nil ? nil : $0 }
    return FactReader(line: line, value: nested)
  }

  func wrong(_ field: FieldName, _ accepted: String) -> EvidenceError {
    .unreadableField(
      line: line, field: field.text, found: value[field.text]?.kindName ?? "nothing",
      accepted: accepted)
  }

  private func required<Result>(
    _ field: FieldName, _ accepted: String, _ read: (JSONValue) -> Result?
  ) throws(EvidenceError) -> Result {
    guard let found = value[field.text], let result = read(found) else {
      throw wrong(field, accepted)
    }
    return result
  }
}
