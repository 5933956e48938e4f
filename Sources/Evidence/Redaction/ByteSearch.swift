// Owns: whether bytes occur in others.

extension Sequence<UInt8> {
  /// Whether the bytes of `other` occur in these, one after the other; an empty one never does.
  package func contains(_ other: some Collection<UInt8>) -> Bool {
    let own = Array(self)
    let other = Array(other)
    guard let first = other.first, own.count >= other.count else { return false }
    for start in 0...(own.count - other.count) where own[start] == first {
      if own[start..<(start + other.count)].elementsEqual(other) { return true }
    }
    return false
  }
}
