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

  package static func findings(in view: HistoryView) -> [Finding] {
    lockedOut(in: view) + silent(in: view)
  }

  /// `busy` is for a second process. One that is alone took its dead predecessor for a live one.
  private static func lockedOut(in view: HistoryView) -> [Finding] {
    for launch in view.launches {
      guard let greeting = launch.greeting, case .busy = greeting.outcome,
        // The lock is looked at some time after the start.
        !view.launches.contains(where: { $0.isAlive(at: launch.began) }),
        let previousLaunch = view.launches.last(where: { $0.number < launch.number }),
        let end = previousLaunch.end
      else { continue }
      return [
        finding(
          nil,
          "\(launch.number) says that the queue is in use, though \(previousLaunch.number)"
            + " \(Wording.end(of: previousLaunch, okExit: view.terms.okExit)) before and no process of"
            + " the client was left: its lock outlives the process that held it",
          proof: [end.position, greeting.position])
      ]
    }
    return []
  }

  private static func silent(in view: HistoryView) -> [Finding] {
    view.stalledOperations.compactMap { stalled in
      guard case .notRestored(let launch) = stalled.kind else { return nil }
      let name = stalled.operation.name
      let proof = [launch.began, stalled.wait.position]
      return finding(
        name,
        "operation \(name) was not sent after \(launch.number) began, within"
          + " \(Wording.duration(stalled.wait.waited)): the client does not resume tasks left"
          + " pending by a previous launch",
        proof: proof)
    }
  }
}
