// Owns: which texts of a scenario file are too short or too common to be searched for: a client must
// not be accused for printing something else.

package enum SearchObstacle: Sendable, Hashable {
  /// `count` letters and digits; from `least` on a text of its kind is searched for.
  case tooShort(count: Int, least: Int)
  /// One word of letters alone.
  case word
  /// Fewer than `leastDistinct` different letters and digits.
  case fewLetters
  /// The scenario file shows it in a place that is not sensitive.
  case elsewhere
  /// All that is secret of it is the operation's marker, which another field has, too.
  case markerElsewhere

  /// Digits alone: 10^-12 at each digit that a client prints, and no time in milliseconds until
  /// the year 33658 has fewer than 13 digits, but phone numbers and times in seconds have.
  package static let leastDigits = 12
  /// Letters alone: words of logs and protocols have up to 14 (`authentication`); longer ones are
  /// rare enough that a client has no other reason to print the very one that it was given.
  package static let leastWord = 16
  static let leastDistinct = 5

  /// What is against searching for a text, whatever else the file says.
  package init?(ofText text: String) {
    let letters = BareText.letters(of: Array(text.utf8))
    let hasLetter = letters.contains { $0 >= 0x61 }
    let hasDigit = letters.contains { (0x30...0x39).contains($0) }
    let least = hasLetter ? PlantedSecret.leastCount : Self.leastDigits
    if letters.count < least {
      self = .tooShort(count: letters.count, least: least)
    } else if Set(letters).count < Self.leastDistinct {
      self = .fewLetters
    } else if hasLetter, !hasDigit, letters.count < Self.leastWord, Self.isWord(text) {
      self = .word
    } else {
      return nil
    }
  }

  /// Letters alone, of one case but for the first.
  private static func isWord(_ text: String) -> Bool {
    let rest = text.dropFirst()
    return text.allSatisfy(\.isLetter)
      && (rest.allSatisfy(\.isLowercase) || text.allSatisfy(\.isUppercase))
  }
}
