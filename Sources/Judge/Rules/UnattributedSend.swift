// Owns: `unattributed-send`.

import AcceptanceModel

/// A submit that was never answered may be an operation whose key nobody was told: as many keys as
/// there are such submits without a send may be theirs.
package enum UnattributedSend: Rule {
  package static let code = FindingCode("unattributed-send")
  package static let summary = "A complete send belongs to no operation."
  package static let likelyCause =
    "The client writes something of its own to the endpoint, or changed key and body."

  package static func findings(in reading: Reading) -> [Finding] {
    // Whose sender could not be found may be another process' request.
    let sends = reading.unattributed.filter { !$0.facts.isSenderUnknown }
    guard let first = sends.first, !mayBeUnanswered(sends, reading) else { return [] }
    let count = sends.count
    let number = Wording.count(count, "complete send")
    let sentence =
      "\(number) \(count == 1 ? "carries" : "carry") neither an operation's content nor a key that"
      + " was seen before (the first is \(first.facts.request), \(first.facts.body.byteCount) bytes):"
      + " the client sent what nobody asked for, or changed both"
    return [finding(nil, sentence, proof: sends.map(\.moment))]
  }

  private static func mayBeUnanswered(_ sends: [SendReading], _ reading: Reading) -> Bool {
    let keys = Set(sends.compactMap(\.facts.key.key))
    guard sends.allSatisfy({ $0.facts.key.key != nil }) else { return false }
    let unheard = reading.operations.filter { operation in
      switch operation.fate {
      case .open, .unanswered: operation.sends.isEmpty
      case .acknowledged, .refused: false
      }
    }
    return keys.count <= unheard.count
  }
}
