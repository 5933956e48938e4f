import AcceptanceModel
import Judge

extension ScenarioRun {
  /// Does the step, and ends the scenario where what it rests on did not hold.
  func performResting(_ step: Step, index: Int) async throws(StepFailure) {
    if let lateTapEnd { throw lateTapEnd }
    let premise = scenario.premises[index]
    // A client that has left is noticed when the next request arrives: too late for a step that
    // rests on a request in flight.
    if premise != nil { server.lookForDepartedClients() }
    try await perform(step, index: index)
    guard premise != nil else { return }
    if !step.endsProcess { server.lookForDepartedClients() }
    let history = History(terms: terms, entries: recorder.entries)
    if let error = Premises.missed(in: history, by: scenario) { throw .error(error) }
  }
}

extension Step {
  /// Whether requests that were in flight end with it.
  fileprivate var endsProcess: Bool {
    switch self {
    case .kill(_, .kill), .kill(_, .terminate), .quit: true
    default: false
    }
  }
}
