// Owns: searching final bytes for planted secrets, in every disguise that reports have been seen to
// put them in. The last fence: what it finds got past the redactor.
// Does not own: undoing the disguises (Decoding) or what follows from a hit.

package struct Tripwire: Sendable {
  /// How a secret was hidden: the decodings from the outside in; empty where it stood in clear.
  package struct Hit: Sendable, Hashable, CustomStringConvertible {
    /// Which of the secrets, from 0; never its text.
    package let secret: Int
    package let disguise: [Decoding]

    package var description: String {
      disguise.isEmpty
        ? "in clear" : "under " + disguise.map(\.rawValue).joined(separator: ", then ")
    }
  }

  /// So many bytes in a row of a secret give it away.
  static let windowSize = 8
  /// A disguise in a disguise in a disguise.
  static let depthLimit = 3

  /// How many secrets were planted, from the first on.
  package private(set) var secretCount = 0
  private var windows = WindowSet()
  /// Secrets that are shorter than a window.
  private var short: [(secret: Int, bytes: [UInt8])] = []

  package init(secrets: [String] = []) { plant(secrets) }

  package mutating func plant(_ secrets: [String]) {
    for secret in secrets where !secret.isEmpty {
      let bytes = secret.utf8.map(ByteClass.folded)
      let bare = bytes.filter(ByteClass.isAlphanumeric)
      for form in Set([bytes, bytes.reversed(), bare, bare.reversed()]) {
        if form.count >= Self.windowSize {
          windows.insert(everyWindowOf: form, secret: secretCount)
        } else if form.count >= 4 {
          short.append((secretCount, form))
        }
      }
      secretCount += 1
    }
  }

  package var isArmed: Bool { !windows.isEmpty || !short.isEmpty }

  package func isHit(_ text: String) -> Bool { !search(Array(text.utf8)).isEmpty }

  /// One hit per secret at most: the shallowest.
  package func search(_ bytes: [UInt8]) -> [Hit] {
    guard isArmed, bytes.count >= 4 else { return [] }
    var hits: [Int: Hit] = [:]
    var level: [(bytes: [UInt8], disguise: [Decoding])] = [(bytes, [])]
    for depth in 0...Self.depthLimit {
      for (bytes, disguise) in level {
        for secret in secrets(in: bytes) where hits[secret] == nil {
          hits[secret] = Hit(secret: secret, disguise: disguise)
        }
      }
      guard depth < Self.depthLimit else { break }
      level = level.flatMap { bytes, disguise in
        let text = ByteRuns.printable(in: bytes, atLeast: Self.windowSize)
        return Decoding.allCases.flatMap { decoding in
          decoding.decoded(decoding.readsText ? text : bytes)
            .filter { $0.count >= 4 && $0 != bytes }
            .map { ($0, disguise + [decoding]) }
        }
      }
    }
    return hits.values.sorted { $0.secret < $1.secret }
  }

  private func secrets(in bytes: [UInt8]) -> Set<Int> {
    var found = windows.secrets(in: bytes)
    guard !short.isEmpty else { return found }
    let folded = bytes.map(ByteClass.folded)
    for form in [folded, folded.filter(ByteClass.isAlphanumeric)] {
      for (secret, pattern) in short where !found.contains(secret) && form.contains(pattern) {
        found.insert(secret)
      }
    }
    return found
  }
}

/// What a byte is in a text.
enum ByteClass {
  /// Without case.
  static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) || byte == 0x1B
  }
}
