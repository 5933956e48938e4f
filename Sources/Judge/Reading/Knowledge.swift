// Owns: whether a right client must have known an answer when it sent again.
// Does not own: which answers forbid sending again (RetriedAfterStop, SentAfterDone).

import AcceptanceModel

/// Why a client must have known, at a later send, the answer to an earlier one.
enum Knowledge: Sendable {
  /// The processes that may have received the answer are the ones that may have sent again.
  case sameProcess
  /// The client itself had said so, in its list.
  case listed(Moment)
  /// The process that received the answer lived on long enough, or ended by itself, and only
  /// after that a later one sent again.
  case outlived(LaunchReading)
}

extension Reading {
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
  func knowledge(
    of earlier: SendReading, at later: SendReading, operation: OperationReading,
    proves: (ListingReading) -> Bool
  ) -> Knowledge? {
    guard let outcome = earlier.outcome, outcome.moment < later.connected ?? later.moment,
      !operation.askedAgain(after: earlier.moment, before: later.moment)
    else { return nil }
    let receivers = possibleSenders(of: earlier)
    guard !receivers.isEmpty else { return nil }

    let isPrompt = wasPrompt(earlier, outcome)
    let isUndisturbed = receivers.allSatisfy { launch in
      launch.isAlive(at: later.moment)
        && !launch.wasSignalled(after: earlier.moment, before: later.moment)
    }
    if isPrompt, isUndisturbed { return .sameProcess }

    guard isPrompt || !anotherMayHaveTakenOver(receivers, from: earlier, to: later) else {
      return nil
    }
    // Which of several equal operations is listed so can't be told.
    if !operation.isTwinned,
      let listing = listings.first(where: {
        outcome.moment < $0.moment && $0.moment < later.moment && proves($0)
      })
    {
      return .listed(listing.moment)
    }
    guard isPrompt, receivers.count == 1, let receiver = receivers.first,
      hadTime(receiver, after: outcome.moment)
    else { return nil }
    return receiver.isAlive(at: later.moment) ? nil : .outlived(receiver)
  }

  /// The processes that were alive at its arrival and not turned away at their start.
  func possibleSenders(of send: SendReading) -> [LaunchReading] {
    send.alive.compactMap { launch($0) }.filter { launch in
      switch launch.greeting?.outcome {
      case .busy, .refused: false
      case .ok, nil: true
      }
    }
  }

  private func wasPrompt(_ send: SendReading, _ outcome: SendReading.Outcome) -> Bool {
    let patience = min(terms.limits.responseTimeout, terms.limits.lease) / 2
    // A client counts from its beginning, and a large body may take most of its time.
    // The runner may have accepted the connection late, and the client have counted since before.
    let unseen = terms.runnerDelay(
      from: send.began.at - terms.limits.responseTimeout, to: outcome.moment.at)
    guard outcome.moment.at - send.began.at + unseen <= patience else { return false }
    // Some clients break off and begin anew when connectivity comes back.
    return !syncs.contains { send.began < $0 && $0 < outcome.moment }
  }

  private func anotherMayHaveTakenOver(
    _ receivers: [LaunchReading], from earlier: SendReading, to later: SendReading
  ) -> Bool {
    receivers.count > 1
      || launches.contains { launch in
        launch.began < later.moment && earlier.moment < launch.began
          && receivers.contains { launch.began < ($0.end?.moment ?? end) }
      }
  }

  private func hadTime(_ launch: LaunchReading, after answer: Moment) -> Bool {
    guard let last = launch.end?.moment, answer < last else { return false }
    if !launch.wasSignalled(after: answer, before: last) {
      return launch.endCause(okExit: terms.okExit) == .byItself
    }
    guard let first = launch.signals.first(where: { answer < $0.moment }) else { return false }
    let enough = max(terms.limits.silenceWindow, terms.limits.answerWithin)
    let unseen = terms.runnerDelay(from: answer.at, to: first.moment.at)
    return !launch.isStopped(at: answer) && first.moment.at - answer.at >= enough + unseen
  }
}
