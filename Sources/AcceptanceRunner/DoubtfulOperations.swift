import AcceptanceModel

/// Operations that may not exist: the client refused the tap, or ended before it answered. The contract
/// demands nothing of them, so what a scenario expects of one and does not find proves nothing.
extension ScenarioRun {
  /// Why the operation may not exist; `nil` where the client acknowledged it.
  private func doubt(about name: OperationName) -> Message? {
    let live = recorder.live
    if live.refusedSubmits.contains(name) { return Self.refusal(of: name) }
    guard live.unansweredSubmits[name] != nil else { return nil }
    return "the client ended before it answered the submit of \(name), so it need not have such a"
      + " task"
  }

  func firstDoubt(about names: [OperationName]) -> Message? {
    names.lazy.compactMap { self.doubt(about: $0) }.first
  }

  /// Whether the client shows the operation in this state. `done` is also shown by a task that is not
  /// listed any more, where the client has acknowledged it. One that it never acknowledged must have
  /// been sent again since and answered with success, and no task without a name be open.
  func isListed(
    _ operation: OperationName, in reports: [TaskReport], as state: TaskState
  ) -> Bool {
    let own = reports.filter { $0.operation == operation }
    guard own.isEmpty else { return own.allSatisfy { $0.state == state } }
    guard state == .done else { return false }
    guard doubt(about: operation) != nil else { return true }
    let live = recorder.live
    let isAnswered = live.sendsSinceUnanswered(operation).contains { request in
      live.answers[request].map { [.done, .either].contains(answers.duty(for: $0)) } ?? false
    }
    return isAnswered && live.unansweredSubmits[operation] != nil
      && !reports.contains { $0.operation == nil && $0.state != .done }
  }

  /// Whether nothing of one of these operations can come any more: its submit was never answered, no
  /// later launch has sent it, and the client lists no task that could be it.
  func isBeyondHope(_ names: [OperationName], in reports: [TaskReport]) -> Bool {
    let live = recorder.live
    return names.contains { name in
      live.unansweredSubmits[name] != nil && live.sendsSinceUnanswered(name).isEmpty
        && !live.isInFlight(name) && !reports.contains { $0.operation == nil }
    }
  }

  /// Why a check that does not hold proves nothing; `nil` where it is the client's fault.
  func obstacle(to check: Check) -> Message? {
    let live = recorder.live
    switch check {
    case .kept(let operation), .state(let operation, _):
      return firstDoubt(about: book.names(operation))
    case .answer(let operation, let number, _, _):
      guard live.send(operation, number: number) == nil else { return nil }
      return firstDoubt(about: [operation])
    case .records(let operation, let count):
      let names = operation.map(book.names) ?? Array(book.pages.keys)
      let doubtful = names.filter { doubt(about: $0) != nil }
      let seen =
        operation == nil
        ? live.recordCount : names.reduce(0) { $0 + live.records[$1, default: 0] }
      // More records than expected can't be explained by operations that may not exist.
      guard seen < count, seen + doubtful.count >= count else { return nil }
      return firstDoubt(about: doubtful)
    case .sends(let operation, let least, _):
      let names = operation.map(book.names) ?? Array(book.pages.keys)
      let seen =
        operation == nil
        ? live.sendCount : names.reduce(0) { $0 + (live.sends[$1]?.count ?? 0) }
      return seen < least ? firstDoubt(about: names) : nil
    case .inFlight: return nil
    }
  }
}
