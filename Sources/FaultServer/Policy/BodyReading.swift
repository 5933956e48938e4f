// Owns: what a body says, in every form in which a marker may occur in it.

import AcceptanceModel
import Digests
import StrictJSON

/// A class: it is handed on often, and holds much.
final class BodyReading: Sendable {
  let bytes: [UInt8]
  /// The body as a lenient server reads it; `nil` where it is no JSON.
  let json: JSONValue?
  let facts: BodyFacts
  /// After Content-Encoding was undone; equal to `bytes` where there was none.
  let decoded: [UInt8]

  private let boundary: String?
  /// Whether it is one of a batch.
  private let isElement: Bool

  /// Whether the body is JSON by the RFC.
  var hasCanonicalForm: Bool { facts.canonicalDigest != nil }

  init(
    bytes: [UInt8], contentEncoding: String?, contentType: String? = nil, isElement: Bool = false
  ) {
    self.bytes = bytes
    self.isElement = isElement
    boundary = FormFields.boundary(of: contentType)
    decoded = ContentEncoding.decode(bytes, contentEncoding) ?? bytes
    let canonical = PermissiveJSON.strict(decoded)
    json = canonical ?? PermissiveJSON.parse(decoded)
    let digest = SHA256Digest.hex(SHA256Digest.hash(bytes))
    facts = BodyFacts(
      byteCount: bytes.count, digest: digest,
      canonicalDigest: canonical.map { json in
        let canonicalBytes = JSONWriter.bytes(of: json, order: .canonical)
        // Many clients write canonically, without knowing of it.
        return canonicalBytes == bytes
          ? digest : SHA256Digest.hex(SHA256Digest.hash(canonicalBytes))
      })
  }

  convenience init(_ bytes: [UInt8], of head: RequestHead) {
    self.init(
      bytes: bytes, contentEncoding: head.text("Content-Encoding"),
      contentType: head.text("Content-Type"))
  }

  /// The field that may hold a key; `nil` where there is none.
  func field(_ name: String, _ kind: ServerSpec.BodyKind) -> String? {
    switch kind {
    case .json, .batch: return json?[name]?.stringValue
    case .form:
      return FormFields.value(name, urlEncoded: decoded).map { String(decoding: $0, as: UTF8.self) }
    case .multipart:
      return boundary.flatMap { FormFields.value(name, multipart: decoded, boundary: $0) }
        .map { String(decoding: $0, as: UTF8.self) }
    case .bytes: return nil
    }
  }

  /// The parts of a multipart body, counted; `nil` where its type says that it is none.
  var multipart: RequestShape.Parts? {
    boundary.map { boundary in
      let parts = FormFields.parts(decoded, boundary: boundary)
      return RequestShape.Parts(
        count: parts.count, byteCount: parts.reduce(0) { $0 + $1.count })
    }
  }

  /// What of the body counts when two sends are compared.
  func content(_ kind: ServerSpec.BodyKind) -> [UInt8] {
    guard kind == .multipart, let boundary else { return decoded }
    return Array(
      FormFields.parts(decoded, boundary: boundary).joined(separator: Array("\r\n--\r\n".utf8)))
  }

  /// The operations of a batch, each as a body of its own: its JSON without white space; empty where
  /// the body is no batch.
  var elements: [BodyReading] {
    (json?.arrayValue ?? []).map {
      BodyReading(bytes: JSONWriter.bytes(of: $0), contentEncoding: nil, isElement: true)
    }
  }

  /// Whether the body, of a batch each element, is what the endpoint takes.
  func isValid(_ kind: ServerSpec.BodyKind) -> Bool {
    guard !bytes.isEmpty else { return false }
    switch kind {
    case .json: return json != nil
    case .batch: return isElement && json?.objectValue != nil
    case .form, .bytes: return true
    case .multipart:
      return boundary.map { !FormFields.parts(decoded, boundary: $0).isEmpty } ?? false
    }
  }

  /// Whether the marker is in the body: raw, decompressed, URL-decoded or JSON-decoded.
  func holds(_ marker: [UInt8]) -> Bool {
    decoded.contains(run: marker) || bytes.contains(run: marker)
      || (json?.containsText { Array($0.utf8).contains(run: marker) } ?? false)
      || PercentCoding.decoded(decoded).contains(run: marker)
  }
}
