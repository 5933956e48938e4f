// Owns: `retry-storm`.

import AcceptanceModel

/// Counted over every span of one second, never judged by one gap. The first send after a tap (of
/// any operation), a sync, a relaunch or a user's asking is not counted: that set it off.
package enum RetryStorm: Rule {
  package static let code = FindingCode("retry-storm")
  package static let summary =
    "One task was sent more often within a second than the client's `maxSendsPerSecond`."
  package static let likelyCause =
    "There is no pause between retries, or a pause that starts at zero."
  package static let certainty = Certainty.onceSeen

  package static func findings(in reading: Reading) -> [Finding] {
    let most = reading.terms.limits.maxSendsPerSecond
    return reading.operations.compactMap { operation in
      let own = operation.sends.filter { $0.trigger == .ownAccord }
      var first = 0
      for last in own.indices {
        while own[last].moment.at - own[first].moment.at >= .seconds(1) { first += 1 }
        guard last - first + 1 > most else { continue }
        let span = own[last].moment.at - own[first].moment.at
        return finding(
          operation.name,
          "operation \(operation.name) was sent \(last - first + 1) times within"
            + " \(Wording.duration(span)) without anything to set it off, where at most"
            + " \(most) a second are allowed: there is no pause between retries",
          proof: own[first...last].map(\.moment))
      }
      return nil
    }
  }
}
