// Owns: the three forms of date that HTTP allows (RFC 9110, 5.6.7).

enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Since 1970; `nil` for everything that is no HTTP date. The name of the day is not checked.
  static func sinceEpoch(_ text: String) -> Duration? {
    let words = text.split(separator: " ").map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT" && words[0].hasSuffix(","):
      return moment(day: words[1], month: words[2], year: words[3], time: words[4])
    case 4 where words[3] == "GMT" && words[0].hasSuffix(","):
      let parts = words[1].split(separator: "-").map(String.init)
      guard parts.count == 3, let short = number(parts[2], 0...99) else { return nil }
      let year = short < 70 ? 2000 + short : 1900 + short
      return moment(day: parts[0], month: parts[1], year: String(year), time: words[2])
    case 5:
      return moment(day: words[2], month: words[1], year: words[4], time: words[3])
    default:
      return nil
    }
  }

  private static func moment(
    day: String, month: String, year: String, time: String
  ) -> Duration? {
    guard let day = number(day, 1...31), let index = months.firstIndex(of: month),
      let year = number(year, 1601...9999)
    else { return nil }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard clock.count == 3, let hour = number(clock[0], 0...23),
      let minute = number(clock[1], 0...59), let second = number(clock[2], 0...60)
    else { return nil }
    let days = daysSinceEpoch(year: year, month: index + 1, day: day)
    return .seconds(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }

  /// The Gregorian calendar, years counted from March so that the leap day is the last.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return shifted * 365 + leapDays + dayOfYear - 719_468
  }
}
