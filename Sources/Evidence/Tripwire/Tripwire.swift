// Owns: searching final bytes for planted secrets, in every disguise that reports have been seen to
// put them in. The last fence: what it finds got past the redactor.

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

  /// The windows of all secrets, forwards and backwards, without case, each with its secret.
  private let windows: [UInt64: Int]
  /// Secrets that are shorter than a window.
  private let short: [(secret: Int, bytes: [UInt8])]

  package init(secrets: [String]) {
    var windows: [UInt64: Int] = [:]
    var short: [(Int, [UInt8])] = []
    for (index, secret) in secrets.enumerated() where !secret.isEmpty {
      let bytes = secret.utf8.map(Self.folded)
      let bare = bytes.filter(Self.isAlphanumeric)
      for form in Set([bytes, bytes.reversed(), bare, bare.reversed()]) {
        if form.count >= Self.windowSize {
          Self.eachWindow(of: form) { windows[$0] = index }
        } else if form.count >= 4 {
          short.append((index, form))
        }
      }
    }
    self.windows = windows
    self.short = short
  }

  package var isArmed: Bool { !windows.isEmpty || !short.isEmpty }

  /// One hit per secret at most: the shallowest.
  package func search(_ bytes: [UInt8]) -> [Hit] {
    guard isArmed else { return [] }
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
        let text = Self.textual(bytes)
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
    var found: Set<Int> = []
    let folded = bytes.map(Self.folded)
    // A secret that something was put between is looked for by its letters and digits alone.
    for form in [folded, folded.filter(Self.isAlphanumeric)] {
      Self.eachWindow(of: form) { window in
        if let secret = windows[window] { found.insert(secret) }
      }
      for (secret, pattern) in short where !found.contains(secret) && form.contains(pattern) {
        found.insert(secret)
      }
    }
    return found
  }

  /// The runs that can hold an encoded text, kept apart by a zero byte. What a decoding makes of
  /// digests and tokens is noise, and noise decoded again would cost more than all the rest.
  private static func textual(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    func keep(to end: Int) {
      if end - start >= windowSize {
        result += bytes[start..<end]
        result.append(0)
      }
    }
    for (index, byte) in bytes.enumerated() {
      let isText = (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) || byte == 0x1B
      if !isText {
        keep(to: index)
        start = index + 1
      }
    }
    keep(to: bytes.count)
    return result
  }

  private static func eachWindow(of bytes: [UInt8], _ use: (UInt64) -> Void) {
    var window: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      window = window << 8 | UInt64(byte)
      if index >= windowSize - 1 { use(window) }
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }
}
