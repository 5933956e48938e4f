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

  package static func findings(in view: HistoryView) -> [Finding] {
    var missed: [(launch: LaunchNumber, command: String, position: HistoryPosition)] = []
    for entry in view.entries {
      guard case .client(.unanswered(let number, let command)) = entry.observation else { continue }
      let position = HistoryPosition(entry)
      guard let launch = view.launch(number), launch.isAlive(at: position),
        !wasDisturbed(launch, before: position, command: command, in: view)
      else { continue }
      missed.append((number, command, position))
    }
    guard let first = missed.first else { return [] }
    let more = missed.count > 1 ? ", nor \(Wording.count(missed.count - 1, "other"))" : ""
    return [
      finding(
        nil,
        sentence(first.launch, first.command, more, in: view),
        proof: missed.map(\.position))
    ]
  }

  private static func sentence(
    _ launch: LaunchNumber, _ command: String, _ more: Message, in view: HistoryView
  ) -> Message {
    let limits = view.terms.limits
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
    _ launch: ObservedLaunch, before position: HistoryPosition, command: String,
    in view: HistoryView
  ) -> Bool {
    let window = view.terms.limits.answerWithin
    return launch.isStopped(at: position)
      || launch.signals.contains { signal in
        signal.position < position && signal.position.at >= position.at - window
          && (signal.signal == .continue || signal.signal == .kill)
      }
  }
}
