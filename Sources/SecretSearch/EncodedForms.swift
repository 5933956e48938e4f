// Owns: what an encoding makes of a secret, as far as a text's letters and digits without case show
// it. Does not own: undoing it (Decoding.swift).

struct EncodedForm: Sendable, Hashable {
  let letters: [UInt8]
  /// This many consecutive ones are there wherever enough of the secret is.
  let least: Int

  init(_ letters: [UInt8], _ least: Int) {
    self.letters = letters
    self.least = least
  }
}

extension SecretEncoding {
  /// - Parameters:
  ///   - secret: As it was planted, with case and punctuation.
  ///   - least: This many consecutive bytes of it reveal it.
  func forms(of secret: [UInt8], least: Int) -> [EncodedForm] {
    let all = secret.count == least
    switch self {
    case .backwards:
      let letters = BareText.letters(of: secret.reversed())
      return [EncodedForm(letters, min(least, letters.count))]
    case .hex: return [Self.each(secret, least, "", 16, 2)]
    case .escapes:
      return [("x", 2), ("0x", 2), ("u", 4), ("u", 2), ("u", 8)].map { prefix, width in
        Self.each(secret, least, prefix, 16, width)
      }
    case .entities: return [Self.each(secret, least, "x", 16, 4)]
    case .numbers:
      return [("", 10, 1), ("0", 10, 1), ("", 8, 3), ("0", 8, 3), ("o", 8, 3), ("0o", 8, 3)].map {
        Self.each(secret, least, $0.0, $0.1, $0.2)
      } + ["", "0b"].map { Self.each(secret, least, $0, 2, 8) }
    case .base64:
      return [0, 2, 4].map { offset in
        let form = Self.digits(secret, after: offset, 6, Self.base64Alphabet)
        return EncodedForm(form, all ? form.count : (8 * least - 4) / 6)
      }
    case .base32:
      return Self.base32Alphabets.flatMap { alphabet in
        (0..<5).map { offset in
          let form = Self.digits(secret, after: offset, 5, alphabet)
          return EncodedForm(form, all ? form.count : (8 * least - 4) / 5)
        }
      }
    case .percent, .quotedPrintable, .dump, .terminalSequences, .compression:
      // Percent and quoted-printable are hex; of the others each text is another one.
      return []
    }
  }

  /// The last two digits of RFC 4648's alphabets are no letters and drop out, whichever they are.
  private static let base64Alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let base32Alphabets = [
    Array("abcdefghijklmnopqrstuvwxyz234567".utf8),
    Array("0123456789abcdefghijklmnopqrstuv".utf8),
    Array("0123456789abcdefghjkmnpqrstvwxyz".utf8),
  ]

  /// Each byte as a number after a prefix.
  ///
  /// - Parameter width: Shorter numbers are filled up with zeros.
  private static func each(
    _ secret: [UInt8], _ least: Int, _ prefix: String, _ radix: Int, _ width: Int
  ) -> EncodedForm {
    let parts = secret.map { byte in
      let digits = String(byte, radix: radix)
      return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    // Any `least` consecutive numbers have at least as many letters as the shortest ones.
    let shortest = parts.map(\.utf8.count).sorted().prefix(least).reduce(0, +)
    return EncodedForm(parts.flatMap { Array($0.utf8) }, shortest)
  }

  /// The digits that hang on the secret alone, not on what is before and after it.
  ///
  /// - Parameter offset: How many bits of a digit are of what is before.
  private static func digits(
    _ secret: [UInt8], after offset: Int, _ width: Int, _ alphabet: [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var value = 0
    var bits = offset
    var isOwn = offset == 0
    for byte in secret {
      value = (value << 8 | Int(byte)) & 0xFFFF
      bits += 8
      while bits >= width {
        bits -= width
        if isOwn { result.append(alphabet[value >> bits & (1 << width - 1)]) }
        isOwn = true
      }
    }
    return BareText.letters(of: result)
  }
}
