// An observation's fields as evidence shows them, and back.

import AcceptanceModel
import StrictJSON

extension Redactor {
  /// - Parameter names: Of numbers in answers that may be shown.
  func redact(
    _ fields: LineFields, showing names: Set<String>
  ) -> [FieldName: EvidenceValue] {
    fields.compactMapValues { redact($0, showing: names) }
  }

  /// `nil` where it is left out.
  private func redact(_ value: LineValue, showing names: Set<String>) -> EvidenceValue? {
    switch value {
    case .integer(let number): .integer(number)
    case .time(let duration): .time(duration)
    case .flag(let flag): .flag(flag)
    case .word(let word): .word(word)
    case .fileText(let text), .checkedName(let text): .file(fileWord(text))
    case .sentence(let message): .sentence(sentence(message))
    case .confidential(let text, let domain): .token(token(domain, text.utf8))
    case .clearKey(let text): clearKey(text).map { .clearKey($0) }
    case .size(let count): .size(SizeBucket(byteCount: count))
    case .number(let name, let value):
      names.contains(name) ? redact(value, showing: names) : nil
    case .list(let values): .list(values.compactMap { redact($0, showing: names) })
    case .fields(let fields): .fields(redact(fields, showing: names))
    }
  }
}

extension FactReader {
  func read<Value>(_ item: LineItem<Value>) throws(EvidenceError) -> Value {
    let fields = try fields(item.members)
    do throws(LineMismatch) { return try item.read(fields) } catch { throw wrong(error) }
  }

  func read(_ kind: ObservationCatalog.Kind) throws(EvidenceError) -> Observation {
    let fields = try fields(kind.members)
    do throws(LineMismatch) { return try kind.read(fields) } catch { throw wrong(error) }
  }

  private func wrong(_ mismatch: LineMismatch) -> EvidenceError {
    wrong(mismatch.field, mismatch.accepted)
  }

  private func fields(_ members: [LineMember]) throws(EvidenceError) -> LineFields {
    var fields: LineFields = [:]
    for member in members where member.isRequired || has(member.field) {
      fields[member.field] = try lineValue(member.field, member.form)
    }
    return fields
  }

  private func lineValue(_ field: FieldName, _ form: LineForm) throws(EvidenceError) -> LineValue {
    switch form {
    case .integer: return .integer(try integer(field))
    case .size: return .size(byteCount: try integer(field))
    case .time: return .time(try time(field))
    case .flag: return .flag(try flag(field))
    case .words(let words): return .word(try word(field, oneOf: words))
    case .word: return .word(try word(field, oneOf: nil))
    case .fileText, .digest: return .fileText(try text(field))
    case .sentence: return .sentence("\(table: try text(field))")
    case .token: return .confidential(try token(field).hex, domain: field)
    case .tokenOr(let words): return Self.wordOrToken(try text(field), words, field)
    case .clearKey: return .clearKey(try text(field))
    case .fields(let members): return .fields(try nested(field).fields(members))
    case .list(let element): return .list(try elements(field, element))
    }
  }

  private func elements(
    _ field: FieldName, _ form: LineForm
  ) throws(EvidenceError) -> [LineValue] {
    var values: [LineValue] = []
    for element in try list(field) {
      if case .fields(let members) = form {
        values.append(.fields(try element.fields(members)))
      } else {
        // An element has no name of its own, so it is read as an object's only field.
        let single = FactReader(line: line, value: .object([JSONMember(field.text, element.value)]))
        values.append(try single.lineValue(field, form))
      }
    }
    return values
  }

  private func word(
    _ field: FieldName, oneOf words: [String]?
  ) throws(EvidenceError) -> Keyword {
    let found = value[field.text]?.stringValue
    if let found, words?.contains(found) ?? true, let word = Keyword(stored: found) {
      return word
    }
    throw wrong(field, words.map { "one of " + $0.joined(separator: ", ") } ?? "a word")
  }

  private static func wordOrToken(
    _ text: String, _ words: [String], _ field: FieldName
  ) -> LineValue {
    if words.contains(text), let word = Keyword(stored: text) { return .word(word) }
    return .confidential(text, domain: field)
  }
}
