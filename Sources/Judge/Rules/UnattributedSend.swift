// Owns: `unattributed-send`.

import AcceptanceModel

package enum UnattributedSend: Rule {
  package static let code = FindingCode("unattributed-send")
  package static let summary = "A complete send belongs to no operation."
  package static let likelyCause =
    "The client writes something of its own to the endpoint, or changed key and body."

  package static func findings(in reading: Reading) -> [Finding] {
    guard let first = reading.unattributed.first else { return [] }
    let count = reading.unattributed.count
    let sends = Wording.count(count, "complete send")
    let sentence =
      "\(sends) \(count == 1 ? "carries" : "carry") neither an operation's content nor a key that"
      + " was seen before (the first is \(first.facts.request), \(first.facts.body.byteCount) bytes):"
      + " the client sent what nobody asked for, or changed both"
    return [finding(nil, sentence, proof: reading.unattributed.map(\.moment))]
  }
}
