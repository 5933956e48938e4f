// Owns: whether a right client must have known an answer when it sent again.
// Does not own: which answers forbid sending again (RetriedAfterStop, SentAfterDone).

import AcceptanceModel

/// Why a client must have known, at a later send, the answer to an earlier one.
enum AnswerAwareness: Sendable {
  /// The processes that may have received the answer are the ones that may have sent again.
  case sameProcess
  /// The client itself had said so, in its list.
  case listed(HistoryPosition)
  /// The process that received the answer lived on long enough, or ended by itself, and only
  /// after that a later one sent again.
  case outlived(ObservedLaunch)
}

extension HistoryView {
  /// The evidence that a right client knew the answer to `earlier` when `later` arrived; `nil`
  /// where a right client may not have known it.
  ///
  /// That an answer was handed over does not prove that it was handled. A client may have given up
  /// waiting just before; it may have been killed before it could store what it read, and no order
  /// of storing and reading closes that window; another process may have taken the task over. So:
  /// - nothing is expected of a send that was under way already, or that the user asked for;
  /// - *within a process*, the answer must have come within half the time after which a right
  ///   client may give up (`responseTimeout`) or lose its right to send (`lease`), and every
  ///   process that was alive at the earlier send must still be, with no signal in between;
  /// - *otherwise*, the client must have listed the task as `proves` demands between the answer
  ///   and the later send, or the only process alive at the earlier send must have ended by itself
  ///   afterwards, or have lived on undisturbed for as long as the contract gives it to react to
  ///   anything at all.
  func awareness(
    of earlier: ObservedSend, at later: ObservedSend, operation: ObservedOperation,
    proves: (TaskListSnapshot) -> Bool
  ) -> AnswerAwareness? {
    guard let outcome = earlier.outcome, outcome.position < later.connected ?? later.position,
      !operation.askedAgain(after: earlier.position, before: later.position)
    else { return nil }
    let receivers = possibleSenders(of: earlier)
    guard !receivers.isEmpty else { return nil }

    let isPrompt = wasPrompt(earlier, outcome)
    let isUndisturbed = receivers.allSatisfy { launch in
      launch.isAlive(at: later.position)
        && !launch.wasSignalled(after: earlier.position, before: later.position)
    }
    if isPrompt, isUndisturbed { return .sameProcess }

    guard isPrompt || !anotherMayHaveTakenOver(receivers, from: earlier, to: later) else {
      return nil
    }
    // Which of several equal operations is listed so can't be determined.
    if !operation.hasEqualContent,
      let listing = listings.first(where: {
        outcome.position < $0.position && $0.position < later.position && proves($0)
      })
    {
      return .listed(listing.position)
    }
    guard isPrompt, receivers.count == 1, let receiver = receivers.first,
      hadTime(receiver, after: outcome.position)
    else { return nil }
    return receiver.isAlive(at: later.position) ? nil : .outlived(receiver)
  }

  /// The processes that were alive at its arrival and not turned away at their start.
  func possibleSenders(of send: ObservedSend) -> [ObservedLaunch] {
    send.alive.compactMap { launch($0) }.filter { launch in
      switch launch.greeting?.outcome {
      case .busy, .refused: false
      case .ok, nil: true
      }
    }
  }

  private func wasPrompt(_ send: ObservedSend, _ outcome: ObservedSend.Outcome) -> Bool {
    let patience = min(terms.limits.responseTimeout, terms.limits.lease) / 2
    // A client counts from its beginning, and a large body may take most of its time.
    // The runner may have accepted the connection late, and the client have counted since before.
    let unseen = terms.runnerDelay(
      from: send.began.at - terms.limits.responseTimeout, to: outcome.position.at)
    guard outcome.position.at - send.began.at + unseen <= patience else { return false }
    // Some clients abort and start again when connectivity comes back.
    return !syncs.contains { send.began < $0 && $0 < outcome.position }
  }

  private func anotherMayHaveTakenOver(
    _ receivers: [ObservedLaunch], from earlier: ObservedSend, to later: ObservedSend
  ) -> Bool {
    receivers.count > 1
      || launches.contains { launch in
        launch.began < later.position && earlier.position < launch.began
          && receivers.contains { launch.began < ($0.end?.position ?? end) }
      }
  }

  private func hadTime(_ launch: ObservedLaunch, after answer: HistoryPosition) -> Bool {
    guard let last = launch.end?.position, answer < last else { return false }
    if !launch.wasSignalled(after: answer, before: last) {
      return launch.endCause(okExit: terms.okExit) == .byItself
    }
    guard let first = launch.signals.first(where: { answer < $0.position }) else { return false }
    let enough = max(terms.limits.silenceWindow, terms.limits.answerWithin)
    let unseen = terms.runnerDelay(from: answer.at, to: first.position.at)
    return !launch.isStopped(at: answer) && first.position.at - answer.at >= enough + unseen
  }
}
