/// What a field of an evidence line may hold. The format's schema, its page and the reader follow it.
package indirect enum LineForm: Sendable, Hashable {
  case integer
  /// Milliseconds, with at most six places.
  case time
  case flag
  /// One of the product's own words.
  case words([String])
  /// A word of the product's own whose list is open, e.g. an error's type.
  case word
  /// Text of the scenario file.
  case fileText
  case sentence
  /// 32 hex digits that replace a confidential text.
  case token
  case tokenOr([String])
  /// A key of a shape that the scenario file declares safe.
  case clearKey
  /// The lowest number of bytes of a bucket.
  case size
  /// SHA-256, hex.
  case digest
  case list(LineForm)
  case fields([LineMember])

  package static func words<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) -> LineForm {
    .words(type.allCases.map(\.rawValue))
  }
}

/// A field that a line, or an object in it, has or may have.
package struct LineMember: Sendable, Hashable {
  package let field: FieldName
  package let form: LineForm
  package var isRequired: Bool
  /// One clause for the schema and the page of the format.
  package let meaning: String

  package static func always(
    _ field: FieldName, _ form: LineForm, _ meaning: String
  ) -> LineMember {
    LineMember(field: field, form: form, isRequired: true, meaning: meaning)
  }

  package static func maybe(
    _ field: FieldName, _ form: LineForm, _ meaning: String
  ) -> LineMember {
    LineMember(field: field, form: form, isRequired: false, meaning: meaning)
  }
}
