// Owns: `no-answer`.

import AcceptanceModel

/// A process that the runner had stopped, or that is no more, owes no answer.
package enum NoAnswer: Rule {
  package static let code = FindingCode("no-answer")
  package static let summary = "The client did not answer a command in time."
  package static let likelyCause =
    "Commands wait behind a send, or a lock is held while the network is awaited."
  package static let certainty = Certainty.unlessLate

  package static let explanation = RuleExplanation(
    meaning: """
      A command had no response on stdout within `answerWithinMs`. An app that doesn't react \
      while it sends looks frozen, and the runner can't tell what it does.
      """,
    example: [
      "The server holds the request of operation A.",
      "The runner writes `tasks`.",
      "The client reads stdin on the thread that waits for the server, so no response comes.",
    ],
    remedies: [
      .init(
        cause: "a send in the foreground blocks the loop that reads commands",
        fix: """
          send on another thread or task; answer `submit` once the task is durable and `sync` at \
          once
          """),
      .init(
        cause: "stdout is buffered",
        fix: "flush after every line, e.g. `print(…, flush=True)`"),
      .init(
        cause: "a lock is held while the network is awaited",
        fix: "hold it for the change of state only"),
    ])

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
        sentence(first.launch, first.command, more, in: reading),
        proof: missed.map(\.moment))
    ]
  }

  private static func sentence(
    _ launch: LaunchNumber, _ command: String, _ more: Message, in reading: Reading
  ) -> Message {
    let limits = reading.terms.limits
    if command == "quit" {
      return
        "\(launch) of the client did not end within \(Wording.duration(limits.quit)) (`quitMs`)"
        + " after its input had ended\(more): end the process when stdin ends"
    }
    return "\(launch) of the client did not answer `\(command: command)` within"
      + " \(Wording.duration(limits.answerWithin)) (`answerWithinMs`)\(more): a command must not wait"
      + " for the network, and stdout must be flushed after each line"
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
