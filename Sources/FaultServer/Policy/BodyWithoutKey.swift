import AcceptanceModel
import Digests
import StrictJSON

extension BodyReading {
  /// Where the key is a field of the body, a retry under another key has another body for that reason
  /// alone: so the body is compared without it.
  func facts(withKey key: IdempotencyKey?, in place: ServerSpec.KeyPlace) -> BodyFacts {
    guard case .field(let name) = place, let key, !key.text.isEmpty else { return facts }
    return BodyFacts(
      byteCount: facts.byteCount, digest: facts.digest, canonicalDigest: facts.canonicalDigest,
      digestWithoutKey: SHA256Digest.hex(SHA256Digest.hash(bytes(without: key, named: name))))
  }

  /// The decoded bytes without the key's text; where it is written with escapes, the meaning without
  /// the field.
  private func bytes(without key: IdempotencyKey, named name: String) -> [UInt8] {
    let text = Array(key.text.utf8)
    if decoded.contains(run: text) { return Self.cut(text, from: decoded) }
    if let members = json?.objectValue {
      return JSONWriter.bytes(of: .object(members.filter { $0.name != name }), order: .canonical)
    }
    return Self.cut(text, from: PercentCoding.decoded(decoded))
  }

  private static func cut(_ run: [UInt8], from bytes: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == run[0], bytes[index...].starts(with: run) {
        index += run.count
      } else {
        rest.append(bytes[index])
        index += 1
      }
    }
    return rest
  }
}
