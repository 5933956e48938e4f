// Owns: seconds since 1970 as text, without a calendar library.

enum Timestamp {
  /// UTC to the second, without zone, as JUnit's schemas want it: `2026-01-31T09:05:00`.
  static func text(_ secondsSince1970: Int) -> String {
    let seconds = max(0, secondsSince1970)
    let (year, month, day) = date(daysSince1970: seconds / 86_400)
    let rest = seconds % 86_400
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
  }

  /// The Gregorian date by counting 400-year cycles from 1 March 0000, so that leap days come last.
  private static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSince1970 + 719_468
    let cycle = days / 146_097
    let dayOfCycle = days % 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
