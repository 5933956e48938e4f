// Owns: `blocked-behind`.

import AcceptanceModel

/// Not where a 401 or 403 may have paused the whole queue.
package enum BlockedBehind: Rule {
  package static let code = FindingCode("blocked-behind")
  package static let summary =
    "A healthy operation was never sent behind one that is refused or failing."
  package static let likelyCause =
    "The queue is strictly first in, first out."
  package static let certainty = Certainty.unlessLate

  package static func findings(in reading: Reading) -> [Finding] {
    reading.standstills.compactMap { standstill in
      guard case .behind(let other) = standstill.kind else { return nil }
      let name = standstill.operation.name
      let last = other.lastConcluded(before: standstill.wait.moment)
      let trouble = last.map { "met \(Wording.outcome(of: $0))" } ?? "has no answer"
      let proof = [
        last?.outcome?.moment, standstill.operation.acknowledgement, standstill.wait.moment,
      ]
      return finding(
        name,
        "operation \(name) was never sent within \(Wording.duration(standstill.wait.waited)),"
          + " while operation \(other.name) before it \(trouble): one operation's trouble must not"
          + " hold up another",
        proof: proof.compactMap(\.self))
    }
  }
}
