// Owns: which texts may describe the user's server in a new table and a new client.

package enum ServerText {
  /// A path as the scenario file takes it: from `/` on, visible ASCII without `#`.
  package static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count <= 1024
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
  }

  /// Narrower than HTTP: the name goes into programs, and nothing in it may mean something there.
  package static func isHeaderName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 100 else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
