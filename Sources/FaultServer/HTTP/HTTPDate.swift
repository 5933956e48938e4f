// Owns: the date form of HTTP, both ways, without a calendar library.

enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The last one that was asked for: answers of one second have one date.
  private static let latest = Guarded((second: Int.min, text: ""))

  /// As `text`, for a time that is asked for often.
  static func nowText(_ secondsSince1970: Int) -> String {
    latest.withLock { latest in
      if latest.second != secondsSince1970 {
        latest = (secondsSince1970, text(secondsSince1970))
      }
      return latest.text
    }
  }

  /// E.g. `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ secondsSince1970: Int) -> String {
    let (day, second) = secondsSince1970.quotientAndFloor(86_400)
    let date = civil(day)
    let weekday = days[((day % 7) + 7) % 7]
    let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
      .joined(separator: ":")
    let year = String(repeating: "0", count: max(0, 4 - "\(date.year)".count)) + "\(date.year)"
    return "\(weekday), \(twoDigits(date.day)) \(months[date.month - 1]) \(year) \(time) GMT"
  }

  /// Seconds since 1970; `nil` for anything but that very form.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3]), (1...31).contains(day), (1970...9999).contains(year)
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return dayNumber(year: year, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60
      + second
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

  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndFloor(400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension Int {
  /// Division that rounds down, and a remainder that is never negative.
  fileprivate func quotientAndFloor(_ divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = ((self % divisor) + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}
