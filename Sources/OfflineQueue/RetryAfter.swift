// Owns: how long an answer's Retry-After asks to wait. Does not own: obeying it (Delivery).

import HTTPDates

enum RetryAfter {
  /// A century. What is longer is taken for this: it is obeyed all the same, and instants stay
  /// representable.
  static let longest: Duration = .seconds(3_155_760_000)

  /// `nil` where no header says anything usable: garbage, a negative number, a date that is past.
  /// Of several the longest counts.
  ///
  /// A date is measured from the answer's own `Date`, so that a wrong clock here does no harm;
  /// only without one from `wall`.
  static func floor(of answer: Answer, wall: Duration) -> Duration? {
    let from = answer.date.flatMap(HTTPDate.sinceEpoch) ?? wall
    return answer.retryAfter.compactMap { floor($0, from: from) }.max()
  }

  private static func floor(_ value: String, from moment: Duration) -> Duration? {
    let text = value.trimmed
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let seconds = Int64(text) else { return longest }
      return min(.seconds(seconds), longest)
    }
    guard let date = HTTPDate.sinceEpoch(text), date > moment else { return nil }
    return min(date - moment, longest)
  }
}

extension String {
  fileprivate var trimmed: String {
    let bytes = Array(utf8)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
