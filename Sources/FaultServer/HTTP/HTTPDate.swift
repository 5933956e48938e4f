import HTTPDates

extension HTTPDate {
  /// The last one that was asked for: responses within one second have one date.
  private static let latest = BlockingMutex((second: Int.min, text: ""))

  /// As `text`, for a time that is asked for often.
  static func nowText(_ secondsSince1970: Int) -> String {
    latest.withLock { latest in
      if latest.second != secondsSince1970 {
        latest = (secondsSince1970, text(secondsSince1970))
      }
      return latest.text
    }
  }
}
