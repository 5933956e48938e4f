// Owns: tasks that left the client's list, or were in it as done, before they were allowed to.
// Does not own: what such an end is called; each rule reports its own kind.

import AcceptanceModel

/// The first look at the list in which an operation was finished too early.
struct PrematureEnding: Sendable {
  enum Kind: Sendable {
    /// Gone after the scenario damaged the stored record of another operation.
    case storeDamaged(OperationName)
    /// Gone after a kill, though it had survived a relaunch before: so it had been stored.
    case storeLost(ObservedLaunch)
    /// The client had been refused, and the task is gone.
    case refused(ObservedSend)
    /// The client had an answer that is no success, and took it for one.
    case misread(ObservedSend)
    /// The answer may be taken for a success, but there is no record.
    case unrecorded(ObservedSend)
    /// The client had no answer, or one after which it is to send again; `nil`: nothing was sent.
    case unanswered(ObservedSend?)
  }

  let operation: ObservedOperation
  let listing: TaskListSnapshot
  let isGone: Bool
  let kind: Kind
  /// The launch that had the task and is no more; `nil` where it still runs.
  let previousLaunch: ObservedLaunch?
}

extension HistoryView {
  func findPrematureEndings() -> [PrematureEnding] {
    groups.compactMap { group in
      guard !group.contains(where: { merged.contains($0.name) }) else { return nil }
      for listing in listings {
        // From then on every look may show it finished.
        if group.allSatisfy({ $0.hadSuccess(before: listing.position) }) { break }
        if let ending = prematureEnding(of: group, in: listing) { return ending }
      }
      return nil
    }
  }

  private func prematureEnding(
    of group: [ObservedOperation], in listing: TaskListSnapshot
  ) -> PrematureEnding? {
    let finished = group.filter { listing.showsFinished($0) && $0.damaged == nil }
    let allowed = group.filter { !finishingSends(of: $0, at: listing.position).isEmpty }
    guard finished.count > max(allowed.count, allowance(of: group, at: listing.position)) else {
      return nil
    }
    let names = Set(allowed.map(\.name))
    guard let operation = finished.first(where: { !names.contains($0.name) }) ?? finished.first
    else { return nil }
    let isGone = listing.sighting(of: operation) == .gone
    return PrematureEnding(
      operation: operation, listing: listing, isGone: isGone,
      kind: kind(of: operation, in: listing, isGone: isGone),
      previousLaunch: formerLaunch(of: operation, at: listing))
  }

  /// How many of the group may be finished by then, whichever of them a send was taken to belong
  /// to: as many as there are keys, and sends without a key, that came to a good end.
  private func allowance(of group: [ObservedOperation], at position: HistoryPosition) -> Int {
    let ends = group.flatMap { finishingSends(of: $0, at: position) }
    return Set(ends.compactMap(\.facts.key.key)).count + ends.count { $0.facts.key.key == nil }
  }

  /// The sends after which a right client may have finished it by then.
  private func finishingSends(of operation: ObservedOperation, at position: HistoryPosition)
    -> [ObservedSend]
  {
    operation.sends.filter { send in
      guard send.hasOutcome(before: position), let outcome = send.outcome,
        let answer = send.fullAnswer
      else { return false }
      switch outcome.duty {
      case .done: return true
      case .either: return operation.wasRecorded(before: position)
      case .follow: return hasStray(after: outcome.position, before: position)
      case .keep:
        // Accepted, polled at its own address, and recorded by then.
        return answer.status == 202 && hasStray(after: outcome.position, before: position)
          && operation.wasRecorded(before: position)
      case .stop, .pause, .keepOrStop: return false
      }
    }
  }

  /// Whether it was redirected and may have been answered there, out of sight.
  func mayHaveGoneElsewhere(_ operation: ObservedOperation, before position: HistoryPosition)
    -> Bool
  {
    operation.sends.contains { send in
      guard let outcome = send.outcome, send.duty == .follow else { return false }
      return hasStray(after: outcome.position, before: position)
    }
  }

  private func hasStray(after first: HistoryPosition, before last: HistoryPosition) -> Bool {
    strays.contains { first < $0.position && $0.position < last }
  }

  private func kind(
    of operation: ObservedOperation, in listing: TaskListSnapshot, isGone: Bool
  ) -> PrematureEnding.Kind {
    if isGone, let damaged = damage(before: listing.position) { return .storeDamaged(damaged) }
    let last = operation.lastConcluded(before: listing.position)
    if let last, let answer = last.fullAnswer {
      switch last.duty {
      case .stop, .pause: return isGone ? .refused(last) : .misread(last)
      case .keepOrStop where answer.status >= 400: return isGone ? .refused(last) : .misread(last)
      case .either where (200..<300).contains(answer.status): return .unrecorded(last)
      case .keepOrStop, .follow, .either: return .misread(last)
      case .keep where (200..<300).contains(answer.status): return .misread(last)
      case .keep, .done, nil: break
      }
    }
    if isGone, let killed = killAfterSurvival(of: operation, before: listing) {
      return .storeLost(killed)
    }
    return .unanswered(last)
  }

  private func damage(before position: HistoryPosition) -> OperationName? {
    operations.first { $0.damaged.map { $0 < position } ?? false }?.name
  }

  /// The launch that was killed after a look that a later launch than the first had shown it in.
  private func killAfterSurvival(
    of operation: ObservedOperation, before listing: TaskListSnapshot
  ) -> ObservedLaunch? {
    guard
      let seen = listings.last(where: { earlier in
        earlier.position < listing.position && earlier.launch != operation.launch
          && earlier.sighting(of: operation) != .gone
          && earlier.sighting(of: operation) != .notDue
      }),
      let launch = launch(seen.launch), seen.launch != listing.launch,
      launch.endCause(okExit: terms.okExit) == .killed
    else { return nil }
    return launch
  }

  private func formerLaunch(
    of operation: ObservedOperation, at listing: TaskListSnapshot
  ) -> ObservedLaunch? {
    let holders = launches.filter { launch in
      launch.number < listing.launch && launch.end.map { $0.position < listing.position } ?? false
    }
    guard let acknowledged = operation.acknowledgement else { return nil }
    return holders.last { launch in launch.end.map { acknowledged < $0.position } ?? false }
  }
}
