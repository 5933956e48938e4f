/// Dates as HTTP has them (RFC 9110, 5.6.7), without a calendar library.
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// E.g. `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ secondsSince1970: Int) -> String {
    let (day, second) = secondsSince1970.quotientAndFloor(86_400)
    let date = civil(day)
    let weekday = days[((day % 7) + 7) % 7]
    let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
      .joined(separator: ":")
    let year = String(repeating: "0", count: max(0, 4 - "\(date.year)".count)) + "\(date.year)"
    return "\(weekday), \(twoDigits(date.day)) \(months[date.month - 1]) \(year) \(time) GMT"
  }

  /// Since 1970, from any of the three forms that HTTP allows; `nil` for everything else. The name of
  /// the day is not checked.
  package static func sinceEpoch(_ text: String) -> Duration? {
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

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Days are counted from the first of March, so that the leap day comes last.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (day + 719_468).quotientAndFloor(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Int {
  /// Division that rounds down, and a remainder that is never negative.
  fileprivate func quotientAndFloor(_ divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = ((self % divisor) + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}
