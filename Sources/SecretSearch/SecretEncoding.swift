// Owns: the one list of encodings under which planted secrets are searched for, in what clients
// write and in what the run writes.

/// An encoding is known by its forms (`EncodedForms.swift`), by how it is undone (`Decoding.swift`),
/// or by both. Forms cost nothing for each byte of a text, whichever they are, but know one encoding
/// of all of a secret. Undoing also finds an encoding in another one, or of some letters only.
package enum SecretEncoding: String, Sendable, Hashable, CaseIterable {
  case backwards = "reversed order"
  /// Of two digits each, whatever is between them: also percent encoding and quoted-printable.
  case hex
  /// `\xNN`, `0xNN`, `\uNNNN`, `\u{N}`, `\UNNNNNNNN`, `\NNN` and a backslash before anything else.
  case escapes
  /// `&#N;`, `&#xN;` and the names that XML has.
  case entities = "character entities"
  /// Decimal, octal and binary, in lists and dumps.
  case numbers
  case percent = "percent encoding"
  case quotedPrintable = "quoted-printable"
  /// RFC 4648 in both alphabets, wrapped or not, from any bit on.
  case base64 = "base 64"
  /// RFC 4648 in both alphabets and Crockford's, from any bit on.
  case base32 = "base 32"
  /// Lines with offsets and with the text beside: xxd, hexdump, od; also in the byte order of
  /// little-endian words.
  case dump = "a dump"
  /// ECMA-48 strings in the middle of a word; colours are skipped in every text.
  case terminalSequences = "terminal sequences"
  case compression = "gzip or zlib"

  /// Whether what it undoes is made of printable characters.
  var readsText: Bool {
    switch self {
    case .backwards, .hex, .escapes, .entities, .numbers, .percent, .quotedPrintable, .base64,
      .base32, .dump, .terminalSequences:
      true
    case .compression: false
    }
  }
}
