// zlib as a function: from packed bytes to what they were. A module of its own so that the search for
// secrets and the fault server share it.

import CZlib

package enum Inflate {
  /// What a packed text was.
  package struct Unpacked: Sendable {
    /// At most as many as the limit.
    package let bytes: [UInt8]
    /// Whether its end was reached: neither the input ended early nor was it damaged or too large.
    package let isComplete: Bool
  }

  /// RFC 1952; `nil` where the bytes do not begin as gzip's do.
  ///
  /// - Parameter limit: What it may become, in bytes: a bomb becomes no more.
  package static func gzip(_ bytes: ArraySlice<UInt8>, limit: Int) -> Unpacked? {
    guard bytes.count > 18, bytes.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    return unpack(bytes, windowBits: 16 + MAX_WBITS, limit: limit)
  }

  /// RFC 1950; `nil` where the bytes do not begin as zlib's do.
  package static func zlib(_ bytes: ArraySlice<UInt8>, limit: Int) -> Unpacked? {
    let start = bytes.startIndex
    guard bytes.count > 6, bytes[start] & 15 == 8, bytes[start + 1] & 32 == 0,
      (Int(bytes[start]) << 8 | Int(bytes[start + 1])) % 31 == 0
    else { return nil }
    return unpack(bytes, windowBits: MAX_WBITS, limit: limit)
  }

  /// RFC 1951.
  package static func raw(_ bytes: ArraySlice<UInt8>, limit: Int) -> Unpacked {
    unpack(bytes, windowBits: -MAX_WBITS, limit: limit)
  }

  /// What came before an early end or a damaged place is of use all the same.
  private static func unpack(
    _ bytes: ArraySlice<UInt8>, windowBits: Int32, limit: Int
  ) -> Unpacked {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return Unpacked(bytes: [], isComplete: false) }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var status = Z_OK
    bytes.withUnsafeBufferPointer { input in
      // zlib reads only; its field is not `const`.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      while status == Z_OK, output.count <= limit {
        let room = min(limit + 1 - output.count, max(output.count, 4 * input.count, 1024))
        output += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(clamping: buffer.count)
          status = inflate(&stream, Z_NO_FLUSH)
          count = buffer.count - Int(stream.avail_out)
        }
        if stream.avail_in == 0, stream.avail_out > 0 { break }
      }
    }
    if output.count > limit {
      return Unpacked(bytes: Array(output.prefix(limit)), isComplete: false)
    }
    return Unpacked(bytes: output, isComplete: status == Z_STREAM_END)
  }
}
