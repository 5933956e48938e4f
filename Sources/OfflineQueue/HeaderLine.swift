// Owns: whether a header can be sent unchanged. Does not own: which headers do (the senders).

package enum HeaderLine {
  /// Whether the line can be sent without breaking out of its header.
  package static func isFit(name: String, value: String) -> Bool {
    let nameIsFit =
      !name.isEmpty
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
    return nameIsFit && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
