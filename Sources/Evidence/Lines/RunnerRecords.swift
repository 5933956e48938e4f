// Owns: what is written down of what the scenario itself did.

import AcceptanceModel
import StrictJSON

extension Redactor {
  func runnerFields(_ seen: RunnerObservation) -> (EvidenceKind, RecordFields) {
    switch seen {
    case .stepBegan(let index): (.stepBegan, [.step: .integer(index)])
    case .awaitFailed(let index, let awaited, let waited):
      (
        .awaitFailed,
        awaitedFields(awaited).merging([.step: .integer(index), .waitedMs: .time(waited)]) { $1 }
      )
    case .checkFailed(let index, let check):
      (.checkFailed, checkFields(check).merging([.step: .integer(index)]) { $1 })
    case .stepsEnded: (.stepsEnded, [:])
    }
  }

  private func name(_ operation: OperationName) -> EvidenceValue { .file(fileWord(operation.text)) }

  private func awaitedFields(_ awaited: Awaited) -> RecordFields {
    switch awaited {
    case .send(let operation, let number):
      return [.awaited: .word("send"), .operation: name(operation), .number: .integer(number)]
    case .handled(let operation, let number):
      return [.awaited: .word("handled"), .operation: name(operation), .number: .integer(number)]
    case .recorded(let operation):
      return [.awaited: .word("recorded"), .operation: name(operation)]
    case .state(let operation, let state):
      return [
        .awaited: .word("state"), .operation: name(operation), .state: .word(ProductWord(state)),
      ]
    case .idle: return [.awaited: .word("idle")]
    case .settled: return [.awaited: .word("settled")]
    case .silence(let operation, let longerThanLease):
      var fields: RecordFields = [
        .awaited: .word("silence"), .longerThanLease: .flag(longerThanLease),
      ]
      fields[.operation] = operation.map { name($0) }
      return fields
    case .exit(let process):
      return [.awaited: .word("exit"), .process: .file(fileWord(process.text))]
    }
  }

  private func checkFields(_ check: Check) -> RecordFields {
    var fields: RecordFields
    switch check {
    case .kept(let operation): fields = [.check: .word("kept"), .operation: name(operation)]
    case .state(let operation, let state):
      fields = [
        .check: .word("state"), .operation: name(operation), .state: .word(ProductWord(state)),
      ]
    case .records(let operation, let count):
      fields = [.check: .word("records"), .count: .integer(count)]
      fields[.operation] = operation.map { name($0) }
    case .sends(let operation, let atLeast, let atMost):
      fields = [.check: .word("sends"), .atLeast: .integer(atLeast)]
      fields[.atMost] = atMost.map { .integer($0) }
      fields[.operation] = operation.map { name($0) }
    case .answer(let operation, let number, let status, let expected):
      fields = [
        .check: .word("answer"), .operation: name(operation), .number: .integer(number),
        .status: .integer(status),
      ]
      fields[.fields] = .list(
        expected.map { member in
          // As JSON text, so that every kind of value comes back as it was.
          let text = JSONWriter.text(of: member.value)
          return .fields([.name: .file(fileWord(member.name)), .value: .file(fileWord(text))])
        })
    case .inFlight(let atMost):
      fields = [.check: .word("inFlight"), .atMost: .integer(atMost)]
    }
    return fields
  }
}
