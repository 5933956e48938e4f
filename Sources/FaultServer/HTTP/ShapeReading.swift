// Owns: counting what came with a request. Does not own: what it said (RequestHead, BodyReading).

import AcceptanceModel

extension RequestHead {
  /// - Parameter multipart: Of the body.
  func shape(multipart: RequestShape.Parts?) -> RequestShape {
    let query = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { mark in
      target.utf8[target.utf8.index(after: mark)...]
    }
    var (cookieCount, cookieBytes) = (0, 0)
    if has("Cookie") {
      for field in values("Cookie") {
        cookieCount += Self.pairCount(field.value, between: UInt8(ascii: ";"))
        cookieBytes += field.value.count
      }
    }
    return RequestShape(
      headers: RequestShape.Parts(count: fieldCount, byteCount: fieldByteCount),
      query: RequestShape.Parts(
        count: query.map { Self.pairCount($0, between: UInt8(ascii: "&")) } ?? 0,
        byteCount: query?.count ?? 0),
      cookies: RequestShape.Parts(count: cookieCount, byteCount: cookieBytes),
      multipart: multipart)
  }

  private static func pairCount(_ bytes: some Sequence<UInt8>, between mark: UInt8) -> Int {
    var count = 0
    var isEmpty = true
    for byte in bytes {
      if byte == mark {
        isEmpty = true
      } else if isEmpty, byte != 0x20 {
        count += 1
        isEmpty = false
      }
    }
    return count
  }
}
