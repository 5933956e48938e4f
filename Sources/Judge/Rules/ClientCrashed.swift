// Owns: `client-crashed`.

import AcceptanceModel

package enum ClientCrashed: Rule {
  package static let code = FindingCode("client-crashed")
  package static let summary =
    "The client ended by a signal or a non-zero status that the runner did not cause."
  package static let likelyCause =
    "An answer or a stored record that the client did not expect is not handled."
  package static let certainty = Certainty.onceSeen

  package static func findings(in reading: Reading) -> [Finding] {
    let crashed = reading.launches.filter {
      $0.endCause(okExit: reading.terms.okExit) == .crashed
    }
    guard let first = crashed.first, let end = first.end else { return [] }
    let more =
      crashed.count > 1 ? ", and so did \(Wording.count(crashed.count - 1, "later launch"))" : ""
    return [
      finding(
        nil,
        "\(first.number) of the client ended \(Wording.exit(end.exit)), which the runner did not cause,"
          + " \(when(first, end, in: reading))\(more)",
        proof: crashed.compactMap(\.end?.moment))
    ]
  }

  /// The last thing that became of a send: a crash often follows an answer that is malformed.
  private static func when(
    _ launch: LaunchReading, _ end: LaunchReading.End, in reading: Reading
  ) -> String {
    let since = Wording.duration(end.moment.at - launch.began.at)
    let last = reading.sends.last { send in
      launch.began < send.moment && send.hasOutcome(before: end.moment)
    }
    guard let last, let name = last.facts.attribution.operation else {
      return "\(since) after its start"
    }
    return "\(since) after its start, the last answer being \(Wording.outcome(of: last)) for"
      + " operation \(name)"
  }
}
