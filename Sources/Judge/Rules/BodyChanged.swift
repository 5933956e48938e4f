// Owns: `body-changed`.

import AcceptanceModel

/// Compared with the operation's first send; for operations with equal content, with the first
/// send of the key. An empty body after a 307 or 308 is `redirect-leak`.
package enum BodyChanged: Rule {
  package static let code = FindingCode("body-changed")
  package static let summary = "A retry's bytes differ from the first send's."
  package static let likelyCause =
    "The body is encoded anew for each send, or holds a time or a number of the send."
  package static let certainty = Certainty.onceSeen

  package static func findings(in reading: Reading) -> [Finding] {
    reading.operations.compactMap { operation in
      var firsts: [IdempotencyKey?: SendReading] = [:]
      for send in operation.sends where !RedirectLeak.isEmptied(send, of: operation) {
        let scope = operation.isTwinned ? send.facts.key.key : nil
        guard let first = firsts[scope] else {
          firsts[scope] = send
          continue
        }
        guard first.facts.body.digest != send.facts.body.digest else { continue }
        return finding(
          operation.name, sentence(operation, first, send), proof: [first.moment, send.moment])
      }
      return nil
    }
  }

  private static func sentence(
    _ operation: OperationReading, _ first: SendReading, _ later: SendReading
  ) -> String {
    let start =
      "operation \(operation.name)'s \(Wording.ordinal(later.facts.sendOfOperation)) send has"
    let sizes = "\(first.facts.body.byteCount) and \(later.facts.body.byteCount) bytes"
    if let canonical = first.facts.body.canonicalDigest,
      canonical == later.facts.body.canonicalDigest
    {
      return "\(start) other bytes than its first (\(sizes)), though the same meaning:"
        + " the body is written anew for each send instead of once"
    }
    return "\(start) another content than its first (\(sizes)): the server sees one key with two"
      + " bodies and must refuse it"
  }
}
