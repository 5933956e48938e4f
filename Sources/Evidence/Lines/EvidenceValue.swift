// Owns: what an evidence line can hold. There is no case for free text.

import AcceptanceModel
import StrictJSON

package indirect enum EvidenceValue: Sendable, Hashable {
  case integer(Int)
  /// In milliseconds, exact to the nanosecond.
  case time(Duration)
  case flag(Bool)
  case word(Keyword)
  case file(TableText)
  case token(Token)
  case clearKey(ClearKey)
  case size(SizeBucket)
  case sentence(Sentence)
  case list([EvidenceValue])
  case fields([FieldName: EvidenceValue])

  package var json: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .time(let duration): .number(Self.millisecondText(duration))
    case .flag(let flag): .bool(flag)
    case .word(let word): .string(word.text)
    case .file(let word): .string(word.text)
    case .token(let token): .string(token.hex)
    case .clearKey(let key): .string(key.text)
    case .size(let bucket): .integer(bucket.lowest)
    case .sentence(let sentence): .string(sentence.text)
    case .list(let values): .array(values.map(\.json))
    case .fields(let fields):
      .object(fields.map { JSONMember($0.key.text, $0.value.json) })
    }
  }

  /// Three hundred thousand years: a Retry-After may name any number, a duration holds no more.
  private static let mostSeconds: Int64 = 9_000_000_000_000

  /// Decimal, at most six places, without trailing zeros or exponent.
  static func millisecondText(_ duration: Duration) -> String {
    let limit = Duration.seconds(mostSeconds)
    let (seconds, attoseconds) = max(.zero - limit, min(limit, duration)).components
    let nanoseconds = attoseconds.magnitude / 1_000_000_000
    let milliseconds = seconds.magnitude * 1000 + nanoseconds / 1_000_000
    var places = String(nanoseconds % 1_000_000)
    places = String(repeating: "0", count: 6 - places.count) + places
    while places.last == "0" { places.removeLast() }
    let text = "\(milliseconds)" + (places.isEmpty ? "" : "." + places)
    return duration < .zero && text != "0" ? "-" + text : text
  }

  /// The inverse of `millisecondText`; `nil` where the text is no such number.
  static func duration(milliseconds text: String) -> Duration? {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { return nil }
    let places = parts.count == 2 ? parts[1] : "0"
    guard (1...6).contains(places.count), (0...mostSeconds * 1000).contains(whole),
      let fraction = Int64(places + String(repeating: "0", count: 6 - places.count))
    else { return nil }
    let size = Duration.milliseconds(whole) + .nanoseconds(fraction)
    return isNegative ? .zero - size : size
  }
}
