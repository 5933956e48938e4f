// Owns: which eight bytes in a row belong to a secret, and finding them in one pass over a text.
// A run's artefacts are many megabytes, also in a build for debugging: plain loops over memory.

struct WindowSet: Sendable {
  /// Each window's secret.
  private var owners: [UInt64: Int] = [:]
  /// A bit for each window's hash: one place in a hundred is worth a look into `owners`.
  private var sieve = [UInt64](repeating: 0, count: 1 << (sieveBits - 6))

  private static let sieveBits: UInt64 = 20

  var isEmpty: Bool { owners.isEmpty }

  /// - Parameter form: Folded as `secrets(in:)` folds.
  mutating func insert(everyWindowOf form: [UInt8], secret: Int) {
    var window: UInt64 = 0
    for (index, byte) in form.enumerated() {
      window = window << 8 | UInt64(byte)
      guard index >= Tripwire.windowSize - 1 else { continue }
      owners[window] = secret
      let place = Self.place(of: window)
      sieve[Int(place >> 6)] |= 1 << (place & 63)
    }
  }

  /// The secrets of which a window stands in the bytes, without case; also where something that is
  /// no letter and no digit was put between.
  func secrets(in bytes: [UInt8]) -> Set<Int> {
    guard !isEmpty else { return [] }
    var found: Set<Int> = []
    bytes.withUnsafeBufferPointer { bytes in
      Self.folds.withUnsafeBufferPointer { folds in
        sieve.withUnsafeBufferPointer { sieve in
          var whole: UInt64 = 0
          var bare: UInt64 = 0
          var index = 0
          while index < bytes.count {
            let fold = folds[Int(bytes[index])]
            whole = whole &<< 8 | (fold & 0xFF)
            var place = Self.place(of: whole)
            if sieve[Int(place &>> 6)] &>> (place & 63) & 1 != 0, let secret = owners[whole] {
              found.insert(secret)
            }
            if fold > 0xFF {
              bare = bare &<< 8 | (fold & 0xFF)
              place = Self.place(of: bare)
              if sieve[Int(place &>> 6)] &>> (place & 63) & 1 != 0, let secret = owners[bare] {
                found.insert(secret)
              }
            }
            index &+= 1
          }
        }
      }
    }
    return found
  }

  /// Fibonacci hashing.
  @inline(__always)
  private static func place(of window: UInt64) -> UInt64 {
    (window &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- sieveBits)
  }

  /// Each byte folded; with a bit above it where it is a letter or a digit.
  private static let folds: [UInt64] = (UInt8.min...UInt8.max).map { byte in
    UInt64(ByteClass.folded(byte)) | (ByteClass.isAlphanumeric(byte) ? 0x100 : 0)
  }
}
