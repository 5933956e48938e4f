// Owns: a text that must not be shown, and how much of it gives it away.

/// Shows nothing of itself, printed or reflected.
package struct PlantedSecret: Sendable, Hashable {
  /// A secret of fewer letters and digits is not searched for: it would be found by chance.
  package static let leastCount = 8

  enum Kind: Sendable, Hashable {
    /// Random letters: a part of them gives them away.
    case word
    /// A text of the scenario file: only all of it does.
    case value
  }

  let bytes: [UInt8]
  let kind: Kind

  /// A word of the runner's own: sixteen random consonants.
  package static func word(_ text: String) -> PlantedSecret {
    PlantedSecret(text, kind: .word)
  }

  /// A text that the scenario file has under a sensitive name.
  package static func value(_ text: String) -> PlantedSecret {
    PlantedSecret(text, kind: .value)
  }

  private init(_ text: String, kind: Kind) {
    bytes = Array(text.utf8)
    self.kind = kind
  }

  /// What of a text is compared: letters and digits, without case.
  package static func compared(_ text: String) -> [UInt8] { BareText.letters(of: Array(text.utf8)) }

  var letterCount: Int { BareText.letters(of: bytes).count }
}

/// Shows its type only, however it is printed.
protocol Unprinted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Unprinted {
  package var description: String { "\(Self.self)" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension PlantedSecret: Unprinted {}
extension SecretScanner: Unprinted {}
extension SecretStream: Unprinted {}
extension SecretForms: Unprinted {}
extension BareText: Unprinted {}

/// How many consecutive letters of a planted random word count as the word.
///
/// The words have sixteen letters of an alphabet of sixteen, so k of them are 4k random bits.
/// What a program prints by chance has at least 32 letters and digits, without case (base 32; base
/// 64 is 64 digits with case, of which two are taken for one letter), so that a place shows k given
/// letters with 2^-5k, and n letters and digits show any k consecutive ones of s words, forwards or
/// backwards, with less than n · s · 2(17 - k) · 2^-5k.
package enum SecretSensitivity: Sendable {
  /// A client is accused by it: 12 letters. 100 MB of random base 64 beside 100 words give a false
  /// alarm with less than 10^8 · 100 · 10 · 2^-60 = 9 · 10^-8. Encoded forms are longer and rarer.
  case client
  /// Evidence and reports: 8 letters. Those hold digests and tokens in hex, which has none of the
  /// letters, and keys that the table declares safe: ten thousand ULIDs beside 100 words give one
  /// with less than 26 · 10^4 · 100 · 18 · 2^-40 = 5 · 10^-4, and withhold a key.
  case artefacts

  var leastLetters: Int {
    switch self {
    case .client: 12
    case .artefacts: 8
    }
  }
}
