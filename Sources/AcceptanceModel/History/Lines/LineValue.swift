/// What a field of an evidence line holds, before redaction and after reading it back. Each text has
/// a case that says whose it is; there is none for a text of unknown origin.
package indirect enum LineValue: Sendable, Hashable {
  case integer(Int)
  case time(Duration)
  case flag(Bool)
  case word(Keyword)
  /// Text of the scenario file, shown as it is.
  case fileText(String)
  /// The name of a number in the server's answers that the scenario file checks, so that answers may
  /// show the number.
  case checkedName(String)
  /// Written without its confidential parts.
  case sentence(Message)
  /// Written as a token, and read back as one. Equal texts of one domain have equal tokens.
  case confidential(String, domain: FieldName)
  /// An idempotency key in clear: written where its shape is declared safe, else left out.
  case clearKey(String)
  /// Written as the lowest size of its bucket, and read back as that.
  case size(byteCount: Int)
  /// An element of a list that is left out unless the number of this name may be shown.
  case number(named: String, LineValue)
  case list([LineValue])
  case fields(LineFields)
}

package typealias LineFields = [FieldName: LineValue]

extension LineValue {
  /// The value, and every value in it.
  package func walk(_ visit: (LineValue) -> Void) {
    visit(self)
    switch self {
    case .list(let values): for value in values { value.walk(visit) }
    case .fields(let fields): for value in fields.values { value.walk(visit) }
    case .number(_, let value): value.walk(visit)
    case .integer, .time, .flag, .word, .fileText, .checkedName, .sentence, .confidential,
      .clearKey, .size:
      break
    }
  }
}

/// A field that does not hold what an observation needs.
package struct LineMismatch: Error, Sendable, Hashable {
  package let field: FieldName
  /// What it must be: `an integer`.
  package let accepted: String

  package init(_ field: FieldName, _ accepted: String) {
    self.field = field
    self.accepted = accepted
  }
}
