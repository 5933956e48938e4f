// Owns: why an operation that a wait was about was not sent during that wait.
// Does not own: what it is called (NotRestored, BlockedBehind, GaveUp, WrongEndpoint).

import AcceptanceModel

/// An operation that should have been sent during a failed wait, and was not.
struct StalledOperation: Sendable {
  enum Kind: Sendable {
    /// Nothing of it was sent since this launch, which came after the one that took it.
    case notRestored(ObservedLaunch)
    /// It was never sent, while this earlier one is refused or failing.
    case behind(ObservedOperation)
    /// It was sent before, or could not be while the server was down.
    case gaveUp(ObservedSend?)
    /// Nothing whatever arrived since the beginning.
    case nothingArrived
  }

  let operation: ObservedOperation
  let wait: HistoryView.FailedWait
  let kind: Kind
}

extension HistoryView {
  func findStandstills() -> [StalledOperation] {
    operations.compactMap { operation in
      for wait in failedWaits where concerns(wait, operation) {
        if let kind = stalled(of: operation, during: wait) {
          return StalledOperation(operation: operation, wait: wait, kind: kind)
        }
      }
      return nil
    }
  }

  /// Whether the wait was for the operation to be sent on.
  private func concerns(_ wait: FailedWait, _ operation: ObservedOperation) -> Bool {
    switch wait.awaited {
    case .send(let name, _), .handled(let name, _), .recorded(let name), .state(let name, .done):
      operations(called: name).contains { $0.name == operation.name }
    case .idle, .settled: true
    case .state, .silence, .exit: false
    }
  }

  private func stalled(
    of operation: ObservedOperation, during wait: FailedWait
  ) -> StalledOperation.Kind? {
    let end = wait.position
    guard let acknowledged = operation.acknowledgement, acknowledged < end,
      !operation.hadSuccess(before: end), operation.damaged == nil, operation.retries.isEmpty,
      !serverIsDown(at: end), !wasSentDuring(wait, operation),
      !operation.group.contains(where: { self.operation($0)?.mayHoldSendsOfAnother ?? false })
    else { return nil }
    let last = operation.lastConcluded(before: end)
    if let last, last.permitsStop {
      // A pause ends where all that it can wait for has come: the scenario awaits that.
      return wait.awaited == .settled && isPaused(operation, at: end) ? .gaveUp(last) : nil
    }
    if let answer = earlyAnswers.first, answer.position < end { return nil }
    guard let launch = aliveLaunches(at: end).last(where: { !$0.isStopped(at: end) }) else {
      return nil
    }
    if last == nil, operation.sends.isEmpty, let other = troubled(before: operation, at: end) {
      return .behind(other)
    }
    if isHeir(launch, of: operation),
      !operation.sends.contains(where: { launch.began < $0.position })
    {
      return .notRestored(launch)
    }
    if operation.sends.isEmpty {
      if wasDown(after: operation.submitted, before: end) { return .gaveUp(nil) }
      return nothingArrived(before: end) ? .nothingArrived : nil
    }
    return .gaveUp(last)
  }

  private func isPaused(_ operation: ObservedOperation, at position: HistoryPosition) -> Bool {
    let look = listings.last { $0.position < position }
    guard case .listed(let report) = look?.sighting(of: operation) else { return false }
    return report.state == .paused
  }

  /// Whether the launch began after every one that was alive when the operation was taken.
  private func isHeir(_ launch: ObservedLaunch, of operation: ObservedOperation) -> Bool {
    guard let acknowledged = operation.acknowledgement, acknowledged < launch.began else {
      return false
    }
    return aliveLaunches(at: acknowledged).allSatisfy { $0.end != nil }
  }

  private func wasSentDuring(_ wait: FailedWait, _ operation: ObservedOperation) -> Bool {
    operation.sends.contains {
      $0.position < wait.position && $0.position.at >= wait.position.at - wait.waited
    }
  }

  /// An earlier operation that is refused or failing; `nil` also where the queue may be paused.
  private func troubled(before operation: ObservedOperation, at position: HistoryPosition)
    -> ObservedOperation?
  {
    let lasts = operations.compactMap { other in
      other.lastConcluded(before: position).map { (other, $0) }
    }
    guard !lasts.contains(where: { $0.1.duty == .pause }) else { return nil }
    return lasts.first { other, last in
      other.submitted < operation.submitted && !other.hadSuccess(before: position)
        && (last.duty == .stop || last.duty == .keep)
    }?.0
  }

  private func nothingArrived(before position: HistoryPosition) -> Bool {
    !entries.contains { entry in
      guard HistoryPosition(entry) < position, case .server(let observation) = entry.observation
      else {
        return false
      }
      switch observation {
      case .connected, .arrived, .partial, .strayed, .faultActed, .followedRedirect: return true
      case .listening, .down, .up, .restarted, .committed, .recordReplaced, .recordsLost,
        .clockMoved, .foreign, .held, .released, .answered, .answerBroken, .strayAnswered, .ended,
        .other:
        return false
      }
    }
  }

  func serverIsDown(at position: HistoryPosition) -> Bool {
    var isDown = false
    for entry in entries where HistoryPosition(entry) < position {
      switch entry.observation {
      case .server(.down): isDown = true
      case .server(.up), .server(.restarted), .server(.listening): isDown = false
      default: break
      }
    }
    return isDown
  }

  private func wasDown(after first: HistoryPosition, before last: HistoryPosition) -> Bool {
    serverIsDown(at: first)
      || entries.contains { entry in
        entry.observation == .server(.down) && first < HistoryPosition(entry)
          && HistoryPosition(entry) < last
      }
  }
}
