// Owns: what may stand in a field of an evidence line, as the schema and the page of the format say
// it. Does not own: which field stands in which line (EvidenceVocabulary) or writing them (Lines).

import AcceptanceModel

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
  /// 32 hex digits that stand for a confidential text.
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

  static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> LineForm {
    .words(type.allCases.map(\.rawValue))
  }
}

package struct LineMember: Sendable, Hashable {
  package let field: Field
  package let form: LineForm
  package let isRequired: Bool

  static func always(_ field: Field, _ form: LineForm) -> LineMember {
    LineMember(field: field, form: form, isRequired: true)
  }

  static func maybe(_ field: Field, _ form: LineForm) -> LineMember {
    LineMember(field: field, form: form, isRequired: false)
  }
}
