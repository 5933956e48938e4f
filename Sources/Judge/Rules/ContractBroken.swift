// Owns: `contract-broken`.

import AcceptanceModel

/// Before its first send a client has shown nothing yet: then a broken contract is an error of the
/// scenario, a client that was not adapted rightly. After it, the client was under way and failed.
package enum ContractBroken: Rule {
  package static let code = FindingCode("contract-broken")
  package static let summary =
    "After its first send, the client wrote what is no line of the contract, or ended by itself."
  package static let likelyCause =
    "Something logs on stdout, or the program ends when it has nothing to do."

  package static func findings(in reading: Reading) -> [Finding] {
    let sends = (reading.sends + reading.unattributed).map(\.moment)
    guard let first = sends.min() else { return [] }
    for entry in reading.entries {
      guard case .client(.contractBroken(let launch, let reason)) = entry.observation,
        first < Moment(entry)
      else { continue }
      return [
        finding(
          nil, "\(launch) of the client broke the contract after its first send: \(reason)",
          proof: [first, Moment(entry)])
      ]
    }
    return []
  }
}
