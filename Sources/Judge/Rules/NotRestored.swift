// Owns: `not-restored`.

import AcceptanceModel

package enum NotRestored: Rule {
  package static let code = FindingCode("not-restored")
  package static let summary =
    "After a relaunch, nothing of a pending operation was sent, or the client would not start."
  package static let likelyCause =
    "The queue is not read at the launch, or a lock outlives the process that held it."
  package static let certainty = Certainty.unlessLate
  package static let followsFrom = [
    StoreDamaged.code,
    LostOnPowerLoss.code,
    RemovedEarly.code,
    ClientCrashed.code,
    ContractBroken.code,
  ]

  package static let explanation = RuleExplanation(
    meaning: """
      After a relaunch nothing of a pending operation was sent, or the client said that its \
      queue is in use though no process was left. What the user did before the app was killed \
      is never sent.
      """,
    example: [
      "Operation A fails with 503, and the client is killed during its pause.",
      "The client is launched again.",
      "It lists A as pending and never sends it.",
    ],
    remedies: [
      .init(
        cause: "the queue is read at launch, but the sender is not started",
        fix: "start it at launch, also without network events"),
      .init(
        cause: "a lock file outlives its process",
        fix: "use a lock that the system releases (`flock`), or a lease that expires"),
      .init(
        cause: "the client waits for `sync`",
        fix: "state `\"retries\": \"onSync\"` in `hello`"),
      .init(
        cause: "a lease lasts longer than `leaseMs`",
        fix: "state its real length"),
    ])

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
        "operation \(name) was not sent after \(launch.number) began, within"
          + " \(Wording.duration(standstill.wait.waited)): the client does not resume tasks left"
          + " pending by a previous launch",
        proof: proof)
    }
  }
}
