// Owns: the only texts that evidence and reports can hold, one type for each reason why it is safe.
// Only this file makes them, for the redactor and for the reader of stored evidence.
// Does not own: which of them is used where (Redactor, ObservationFacts).

import AcceptanceModel
import Digests

/// Stands for a confidential text: equal texts of one field give equal tokens within a run, and
/// nothing else can be learned from it without the run's key.
package struct Token: Sendable, Hashable, CustomStringConvertible {
  /// 128 bits of HMAC-SHA256(run key, field name ‖ 0 ‖ bytes), as 32 hex digits.
  package let hex: String

  package var description: String { hex }

  fileprivate init(hex: String) { self.hex = hex }
}

/// Text from the scenario file: an id, a title, an operation's name.
package struct TableText: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  fileprivate init(text: String) { self.text = text }
}

/// A sentence of the runner's or the judge's own; what may be a client's in it is withheld.
package struct Sentence: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  fileprivate init(text: String) { self.text = text }
}

/// An idempotency key of a shape that the scenario file declares safe to show.
package struct ClearKey: Sendable, Hashable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  fileprivate init(text: String) { self.text = text }
}

/// A size, known only to the next power of four from 64 bytes on: an exact one can give a short
/// secret away.
package struct SizeBucket: Sendable, Hashable, CustomStringConvertible {
  /// The smallest size in the bucket, in bytes: 0, 1, 64, 256, 1024, …
  package let lowest: Int

  package var description: String {
    switch lowest {
    case 0: "empty"
    case 1: "under 64 B"
    case ..<1024: "\(lowest) B or more"
    case ..<1_048_576: "\(lowest / 1024) KiB or more"
    default: "\(lowest / 1_048_576) MiB or more"
    }
  }

  package init(byteCount: Int) {
    var lowest = byteCount <= 0 ? 0 : byteCount < 64 ? 1 : 64
    while lowest >= 64, byteCount / 4 >= lowest { lowest *= 4 }
    self.lowest = lowest
  }
}

// MARK: - Making them

extension Redactor {
  /// The token of a text in a field; `field` keeps equal texts of different fields apart.
  package func token(_ field: FieldName, _ bytes: some Sequence<UInt8>) -> Token {
    var text = Array(bytes)
    if let numbers { text = Array("number \(numbers.number("\(field)", text))".utf8) }
    let code = SHA256Digest.authenticate(Array("\(field)".utf8) + [0] + text, key: runKey)
    return Token(hex: SHA256Digest.hex(code.prefix(16)))
  }

  /// A planted secret is withheld even where somebody wrote it into the scenario file.
  package func fileWord(_ text: String) -> TableText {
    TableText(text: isLeak(text) ? Message.withheld : PlainText.visible(text))
  }

  /// Without its confidential parts. One that holds a planted secret all the same is withheld whole.
  func sentence(_ message: Message) -> Sentence {
    let text = PlainText.visible(message.text)
    return Sentence(text: isLeak(text) ? Message.withheld : text)
  }

  /// The key itself; `nil` where the policy does not declare its shape safe to show, or where the
  /// client has packed a planted secret into that shape; nor in a reproducible run, where it would be
  /// another one each time.
  package func clearKey(_ text: String) -> ClearKey? {
    guard numbers == nil, policy.safeKeyShapes.contains(where: { $0.matches(text) }),
      !isLeak(text)
    else { return nil }
    return ClearKey(text: text)
  }
}

/// Texts that come back from stored evidence, where they were safe already; their forms are
/// checked, since the file may have been written by anyone.
enum StoredText {
  /// Names a run that is several joined: the same for the same runs, whatever their order.
  static func joined(_ runs: [Token]) -> Token {
    let text = runs.map(\.hex).sorted().joined(separator: "\n")
    return Token(hex: SHA256Digest.hex(SHA256Digest.hash(text.utf8).prefix(16)))
  }

  static func token(_ text: String) -> Token? {
    let isHex = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHex && text.utf8.count == 32 ? Token(hex: text) : nil
  }

  static func clearKey(_ text: String) -> ClearKey? {
    let isKnown = RedactionSpec.KeyShape.allCases.contains { $0.matches(text) }
    return isKnown ? ClearKey(text: text) : nil
  }

  static func fileWord(_ text: String) -> TableText { TableText(text: PlainText.visible(text)) }

  static func sentence(_ text: String) -> Sentence { Sentence(text: PlainText.visible(text)) }
}
