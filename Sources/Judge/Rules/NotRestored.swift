// Owns: `not-restored`.

import AcceptanceModel

package enum NotRestored: Rule {
  package static let code = FindingCode("not-restored")
  package static let summary =
    "After a relaunch, nothing of a pending operation was sent, or the client would not start."
  package static let likelyCause =
    "The queue is not read at the launch, or a lock outlives the process that held it."
  package static let certainty = Certainty.unlessLate

  package static func findings(in reading: Reading) -> [Finding] {
    lockedOut(in: reading) + silent(in: reading)
  }

  /// `busy` is for a second process. One that is alone took its dead predecessor for a live one.
  private static func lockedOut(in reading: Reading) -> [Finding] {
    for launch in reading.launches {
      guard let greeting = launch.greeting, case .busy = greeting.outcome,
        // The lock is looked at some time after the start.
        !reading.launches.contains(where: { $0.isAlive(at: launch.began) }),
        let former = reading.launches.last(where: { $0.number < launch.number }),
        let end = former.end
      else { continue }
      return [
        finding(
          nil,
          "\(launch.number) says that the queue is in use, though \(former.number)"
            + " \(Wording.end(of: former, okExit: reading.terms.okExit)) before and no process of"
            + " the client was left: its lock outlives the process that held it",
          proof: [end.moment, greeting.moment])
      ]
    }
    return []
  }

  private static func silent(in reading: Reading) -> [Finding] {
    reading.standstills.compactMap { standstill in
      guard case .notRestored(let launch) = standstill.kind else { return nil }
      let name = standstill.operation.name
      let proof = [launch.began, standstill.wait.moment]
      return finding(
        name,
        "nothing of operation \(name) was sent since \(launch.number) began, in"
          + " \(Wording.duration(standstill.wait.waited)) of waiting: the client does not take up what an earlier launch left pending",
        proof: proof)
    }
  }
}
