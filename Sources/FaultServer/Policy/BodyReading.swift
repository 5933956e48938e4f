// Owns: what a body says, in every form in which a marker may stand in it.

import AcceptanceModel
import Digests
import StrictJSON

struct BodyReading: Sendable {
  let bytes: [UInt8]
  /// The body as a lenient server reads it; `nil` where it is no JSON.
  let json: JSONValue?
  let facts: BodyFacts
  /// After Content-Encoding was undone; equal to `bytes` where there was none.
  let decoded: [UInt8]

  init(bytes: [UInt8], contentEncoding: String?) {
    self.bytes = bytes
    decoded = ContentEncoding.decode(bytes, contentEncoding) ?? bytes
    json = PermissiveJSON.parse(decoded)
    let canonical: JSONValue? =
      PermissiveJSON.rewritten(decoded) == decoded ? json : nil
    facts = BodyFacts(
      byteCount: bytes.count, digest: SHA256Digest.hex(SHA256Digest.hash(bytes)),
      canonicalDigest: canonical.map {
        SHA256Digest.hex(SHA256Digest.hash(JSONWriter.bytes(of: $0, order: .canonical)))
      })
  }

  /// Whether the marker stands in the body: raw, decompressed, URL-decoded or JSON-decoded.
  func holds(_ marker: [UInt8]) -> Bool {
    decoded.contains(run: marker) || bytes.contains(run: marker)
      || (json.map { Self.holds(marker, in: $0) } ?? false)
      || Self.percentDecoded(decoded).contains(run: marker)
  }

  private static func holds(_ marker: [UInt8], in value: JSONValue) -> Bool {
    switch value {
    case .null, .bool, .number: false
    case .string(let text): Array(text.utf8).contains(run: marker)
    case .array(let elements): elements.contains { holds(marker, in: $0) }
    case .object(let members):
      members.contains {
        Array($0.name.utf8).contains(run: marker) || holds(marker, in: $0.value)
      }
    }
  }

  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "%") where index + 2 < bytes.count:
        if let byte = UInt8(Latin1.text(bytes[(index + 1)...(index + 2)]), radix: 16) {
          result.append(byte)
          index += 3
          continue
        }
        result.append(bytes[index])
      case UInt8(ascii: "+"): result.append(0x20)
      default: result.append(bytes[index])
      }
      index += 1
    }
    return result
  }
}
