// Whether a run met the moments that its scenario is about: decided from the history alone.

import AcceptanceModel

package enum Premises {
  /// The first premise that did not hold: what a step of the scenario says that it rests on, a kill
  /// by a fault that hit the request in flight, or an answer that came in time for a check.
  package static func missed(in history: History, by scenario: Scenario) -> RunnerError? {
    let view = HistoryView(history)
    let steps = StepWindows(of: view.entries)
    return declared(by: scenario, in: view, steps)
      ?? lateKill(by: scenario.faults, in: view, steps)
      ?? lateAnswer(under: scenario.faults, in: view)
  }
}

// MARK: - What steps declare

extension Premises {
  private static func declared(
    by scenario: Scenario, in view: HistoryView, _ steps: StepWindows
  ) -> RunnerError? {
    for (index, premise) in scenario.premises.sorted(by: { $0.key < $1.key }) {
      guard scenario.steps.indices.contains(index),
        let window = steps[index]
      else { continue }
      let act = StepAct(of: scenario.steps[index], in: window, view)
      if let reason = complaint(premise, at: act, in: view) {
        return .premiseMissed(index: index, reason: reason)
      }
    }
    return nil
  }

  private static func complaint(
    _ premise: Premise, at act: StepAct, in view: HistoryView
  ) -> Message? {
    let name = premise.operation
    let sends = (view.operation(name)?.sends ?? []).filter { $0.position < act.effect }
    if let count = premise.sendCount, sends.count != count {
      return "\(Wording.count(sends.count, "complete send")) of operation \(name) had arrived by"
        + " then, instead of \(count)"
    }
    guard premise.isInFlight || premise.leaseIsRunning else { return nil }
    guard let last = sends.last else { return "no send of operation \(name) had arrived by then" }
    if premise.isInFlight {
      if act.begin < last.position {
        return "operation \(name) was sent again meanwhile"
      }
      if last.hasOutcome(before: act.cause) {
        return "operation \(name)'s latest send was over by then: it had met"
          + " \(Wording.outcome(of: last))"
      }
    }
    let age = act.effect.at - last.began.at
    if premise.leaseIsRunning, age >= view.terms.limits.lease {
      return "operation \(name)'s latest send was \(Wording.duration(age)) old by then, and the"
        + " client's lease lasts \(Wording.duration(view.terms.limits.lease))"
    }
    return nil
  }
}

// MARK: - What faults imply

extension Premises {
  /// A kill by a fault is to hit its request in flight. A client that had given it up and sent the
  /// operation again before it died may have been done by then.
  private static func lateKill(
    by faults: [PlannedFault], in view: HistoryView, _ steps: StepWindows
  ) -> RunnerError? {
    for entry in view.entries {
      guard case .server(.faultActed(let index, let request?, _)) = entry.observation,
        faults.indices.contains(index), faults[index].action == .killClient,
        faults[index].point != .answerEnd
      else { continue }
      let acted = HistoryPosition(entry)
      let end = view.launches.compactMap(\.end?.position).filter { acted < $0 }.min()
      guard let end, let operation = view.operation(sentBy: request),
        operation.sends.contains(where: { acted < $0.position && $0.position < end })
      else { continue }
      return .premiseMissed(
        index: steps.index(at: end) ?? 0,
        reason: "fault \(index + 1) killed the client only after it had given the request up and"
          + " sent operation \(operation.name) again")
    }
    return nil
  }

  /// A right client may have given up on an answer that came late, and have sent again: what a wait
  /// or a check demands of it then is not what the scenario is about.
  private static func lateAnswer(
    under faults: [PlannedFault], in view: HistoryView
  ) -> RunnerError? {
    let delayed = Set(
      view.entries.compactMap { entry -> RequestNumber? in
        guard case .server(.faultActed(let index, let request, _)) = entry.observation,
          faults.indices.contains(index), faults[index].action.delaysAnswer
        else { return nil }
        return request
      })
    for entry in view.entries {
      guard let (index, name) = entry.failedDemand else { continue }
      let operations = name.map { view.operations(called: $0) } ?? view.operations
      let late = operations.flatMap(\.sends).first { send in
        send.position < HistoryPosition(entry) && !delayed.contains(send.facts.request)
          && isLate(send, before: HistoryPosition(entry), in: view)
      }
      guard let late else { continue }
      return .premiseMissed(
        index: index,
        reason: "the answer to a send came so late that the client may have given it up: the send"
          + " met \(Wording.outcome(of: late)) after \(Wording.duration(late.age))")
    }
    return nil
  }

  /// Half of the time that the client promises to wait: it counts from its own beginning, and has to
  /// read what was written.
  private static func isLate(
    _ send: ObservedSend, before position: HistoryPosition, in view: HistoryView
  ) -> Bool {
    send.hasOutcome(before: position) && send.age >= view.terms.limits.responseTimeout / 2
  }
}

extension ObservedSend {
  /// From its beginning to its answer or its end.
  fileprivate var age: Duration { (outcome?.position.at ?? position.at) - began.at }
}

extension HistoryView {
  fileprivate func operation(sentBy request: RequestNumber) -> ObservedOperation? {
    operations.first { $0.sends.contains { $0.facts.request == request } }
  }
}

extension HistoryEntry {
  /// The step, and the operation that it is about, where a wait or a check failed; not where the
  /// operation was to be sent on, which late answers do not hinder.
  fileprivate var failedDemand: (step: Int, operation: OperationName?)? {
    switch observation {
    case .runner(.checkFailed(let index, .state(let name, _))): (index, name)
    case .runner(.checkFailed(let index, .sends(let name, _, _))): (index, name)
    case .runner(.checkFailed(let index, .records(let name, _))): (index, name)
    case .runner(.checkFailed(let index, .answer(let name, _, _, _))): (index, name)
    case .runner(.awaitFailed(let index, .state(let name, let state), _)) where state != .done:
      (index, name)
    default: nil
    }
  }
}

extension FaultAction {
  /// Whether the answer is meant to come late, or never.
  fileprivate var delaysAnswer: Bool {
    switch self {
    case .stall, .drip, .killClient, .hold, .zeroWindow, .swapAnswers, .delay, .lateAnswer: true
    case .reset, .fin, .halfClose, .raw, .rawThenReset, .answer, .crashServer, .deliverTwice,
      .otherBody, .refuse, .ignoreExpect:
      false
    }
  }
}

// MARK: - When steps act

/// The part of a history in which each step was done.
private struct StepWindows {
  private var begins: [(index: Int, position: HistoryPosition)] = []
  private let end: HistoryPosition

  init(of entries: [HistoryEntry]) {
    var end = HistoryPosition(sequence: Int.max, at: entries.last?.at ?? .zero)
    for entry in entries {
      switch entry.observation {
      case .runner(.stepBegan(let index)): begins.append((index, HistoryPosition(entry)))
      case .runner(.stepsEnded): end = min(end, HistoryPosition(entry))
      default: break
      }
    }
    self.end = end
  }

  /// From the step's beginning to the next one's; `nil` where it was never begun.
  subscript(index: Int) -> (begin: HistoryPosition, end: HistoryPosition)? {
    guard let place = begins.firstIndex(where: { $0.index == index }) else { return nil }
    let next = begins.dropFirst(place + 1).first?.position
    return (begins[place].position, next ?? end)
  }

  func index(at position: HistoryPosition) -> Int? { begins.last { $0.position < position }?.index }
}

/// When a step acted. Where it has no act of its own in the history, as a wait, that is its end.
private struct StepAct {
  let begin: HistoryPosition
  /// When it did what it does.
  let cause: HistoryPosition
  /// From when on the client can do nothing more by what it was before.
  let effect: HistoryPosition

  init(
    of step: Step, in window: (begin: HistoryPosition, end: HistoryPosition), _ view: HistoryView
  ) {
    begin = window.begin
    let first = view.entries.first { entry in
      window.begin < HistoryPosition(entry) && HistoryPosition(entry) < window.end
        && step.isDone(by: entry)
    }
    cause = first.map { HistoryPosition($0) } ?? window.end
    guard case .client(.signalled(let launch, .kill)) = first?.observation else {
      effect = cause
      return
    }
    effect = view.launch(launch)?.end?.position ?? window.end
  }
}

extension Step {
  /// Whether this entry is the step's own act; for steps that have none, never.
  fileprivate func isDone(by entry: HistoryEntry) -> Bool {
    switch (self, entry.observation) {
    case (.kill, .client(.signalled)), (.quit, .client(.signalled)),
      (.submit, .client(.submitted)), (.tapAgain, .client(.submitted)),
      (.sync, .client(.synced)), (.retry, .client(.retryAsked)),
      (.server(.down), .server(.down)), (.server(.up), .server(.up)),
      (.server(.restart), .server(.restarted)), (.server(.clock), .server(.clockMoved)),
      (.release, .server(.released)):
      true
    default: false
    }
  }
}
