// Owns: whether a check holds, by what the server has seen and what the client lists now.
// Does not own: waiting for it (Awaiting) or what is reported of a failure (Judge).

import AcceptanceModel

extension ScenarioRun {
  func holds(_ check: Check) async throws(StepFailure) -> Bool {
    let live = recorder.live
    switch check {
    case .kept(let operation):
      let reports = try await listAll() ?? []
      let answered = recorder.live
      return book.names(operation).allSatisfy { name in
        reports.contains {
          $0.operation == name && [.pending, .sending, .paused].contains($0.state)
        } || answered.hasSuccess(name, under: answers)
      }
    case .state(let operation, let state):
      guard let reports = try await listAll() else { return false }
      return book.names(operation).allSatisfy { isListed($0, in: reports, as: state) }
    case .records(nil, let count): return live.recordCount == count
    case .records(let operation?, let count):
      return book.names(operation).reduce(0) { $0 + live.records[$1, default: 0] } == count
    case .sends(let operation, let least, let most):
      let count =
        operation.map { book.names($0).reduce(0) { $0 + (live.sends[$1]?.count ?? 0) } }
        ?? live.sendCount
      return count >= least && count <= most ?? Int.max
    case .answer(let operation, let number, let status, let fields):
      guard let answer = live.send(operation, number: number).flatMap({ live.answers[$0] }) else {
        return false
      }
      return answer.status == status
        && fields.allSatisfy { answer.numbers[$0.name] == $0.value.intValue }
    case .inFlight(let most): return live.mostInFlight <= most
    }
  }
}
