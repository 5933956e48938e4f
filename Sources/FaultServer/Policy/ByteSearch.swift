// Owns: finding one run of bytes in another.

extension [UInt8] {
  func contains(run needle: [UInt8]) -> Bool {
    guard let first = needle.first, needle.count <= count else { return false }
    return withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        for start in 0...(bytes.count - needle.count) where bytes[start] == first {
          var length = 1
          while length < needle.count, bytes[start + length] == needle[length] { length += 1 }
          if length == needle.count { return true }
        }
        return false
      }
    }
  }
}
