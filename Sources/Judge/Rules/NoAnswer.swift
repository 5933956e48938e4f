// Owns: `no-answer`.

import AcceptanceModel

/// A process that the runner had stopped, or that is no more, owes no answer.
package enum NoAnswer: Rule {
  package static let code = FindingCode("no-answer")
  package static let summary = "The client did not answer a command in time."
  package static let likelyCause =
    "Commands wait behind a send, or a lock is held while the network is awaited."
  package static let certainty = Certainty.unlessLate

  package static func findings(in reading: Reading) -> [Finding] {
    var missed: [(launch: LaunchNumber, command: String, moment: Moment)] = []
    for entry in reading.entries {
      guard case .client(.unanswered(let number, let command)) = entry.observation else { continue }
      let moment = Moment(entry)
      guard let launch = reading.launch(number), launch.isAlive(at: moment),
        !wasDisturbed(launch, before: moment, command: command, in: reading)
      else { continue }
      missed.append((number, command, moment))
    }
    guard let first = missed.first else { return [] }
    let more = missed.count > 1 ? ", nor \(Wording.count(missed.count - 1, "other"))" : ""
    return [
      finding(
        nil,
        "\(first.launch) of the client did not answer `\(first.command)` in time\(more)",
        proof: missed.map(\.moment))
    ]
  }

  /// Whether it was stopped or killed while the command waited.
  private static func wasDisturbed(
    _ launch: LaunchReading, before moment: Moment, command: String, in reading: Reading
  ) -> Bool {
    let window = reading.terms.limits.answerWithin
    return launch.isStopped(at: moment)
      || launch.signals.contains { signal in
        signal.moment < moment && signal.moment.at >= moment.at - window
          && (signal.signal == .continue || signal.signal == .kill)
      }
  }
}
