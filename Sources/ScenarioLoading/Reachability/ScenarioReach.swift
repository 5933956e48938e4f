// Owns: the checks of a scenario as a whole, in terms of what its steps and faults can reach.

import AcceptanceModel

extension ScenarioDraft {
  func refuseUnreachable(under server: ServerSpec, _ problems: inout ProblemList) {
    var walk = ScenarioWalk(faults: faults)
    for step in steps { walk.visit(step) }
    for problem in walk.problems.found { problems.add(problem.position, problem.sentence) }
    refuseFaults(FaultReach(book: walk.book, server: server), &problems)
    refuseUnobserved(&problems)
  }

  private func refuseFaults(_ reach: FaultReach, _ problems: inout ProblemList) {
    let sends = SendReach(
      faults: faults.map(\.value), steps: steps.map(\.value.step),
      server: reach.server)
    for (index, fault) in faults.enumerated() {
      let hidden = faults[..<index].indices.lazy.compactMap { earlier in
        FaultReach.complaint(about: fault.value, after: (earlier + 1, faults[earlier].value))
      }
      if let complaint = reach.complaint(about: fault.value) ?? hidden.first
        ?? sends.complaint(about: fault.value)
      {
        problems.add(fault.position, complaint)
      }
    }
  }

  /// A run ends with its last step: what that causes would never be seen.
  private func refuseUnobserved(_ problems: inout ProblemList) {
    guard let last = steps.lastIndex(where: { $0.value.step.observes }) else {
      problems.add(
        position, "no step of this scenario awaits or checks anything, so it proves nothing")
      return
    }
    for step in steps[(last + 1)...] where step.value.step.causesSends {
      problems.add(
        step.position,
        "nothing observes what this step \"\(step.value.step.verb)\" causes: "
          + "no await or check comes after it")
    }
  }
}

extension Step {
  fileprivate var observes: Bool {
    switch self {
    case .await, .check: true
    case .launch, .submit, .tapAgain, .sync, .retry, .tasks, .kill, .quit, .server, .damageStore,
      .release:
      false
    }
  }

  fileprivate var causesSends: Bool {
    switch self {
    case .launch, .submit, .tapAgain, .sync, .retry, .damageStore, .release: true
    case .await, .check, .tasks, .kill, .quit, .server: false
    }
  }
}
