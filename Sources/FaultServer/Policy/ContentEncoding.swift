// Owns: undoing a request's Content-Encoding. Does not own: the format itself (Inflate).

import Encodings

enum ContentEncoding {
  /// What a body may grow to: a request that unpacks to more is left as it came.
  static let limit = 16 * 1024 * 1024

  /// `nil` where there is no encoding, it is unknown, or the bytes are not in it.
  static func decode(_ bytes: [UInt8], _ encoding: String?) -> [UInt8]? {
    let unpacked: Inflate.Unpacked? =
      switch encoding?.lowercased() {
      case "gzip", "x-gzip": Inflate.gzip(bytes[...], limit: limit)
      case "deflate":
        Inflate.zlib(bytes[...], limit: limit) ?? Inflate.raw(bytes[...], limit: limit)
      default: nil
      }
    return unpacked.flatMap { $0.isComplete ? $0.bytes : nil }
  }
}
