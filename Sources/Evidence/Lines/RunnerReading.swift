// Owns: the inverse of RunnerRecords.

import AcceptanceModel
import StrictJSON

extension FactReader {
  func stepSeen(_ kind: EvidenceKind) throws(EvidenceError) -> RunnerObservation {
    switch kind {
    case .stepBegan: .stepBegan(index: try integer(.step))
    case .awaitFailed:
      .awaitFailed(index: try integer(.step), try awaited(), waited: try time(.waitedMs))
    case .checkFailed: .checkFailed(index: try integer(.step), try check())
    case .stepsEnded: .stepsEnded
    default: throw wrong(.kind, "an observation of a step")
    }
  }

  private func awaited() throws(EvidenceError) -> Awaited {
    switch try text(.awaited) {
    case "send": .send(try operation(), number: try integer(.number))
    case "handled": .handled(try operation(), send: try integer(.number))
    case "recorded": .recorded(try operation())
    case "state": .state(try operation(), try word(.state))
    case "idle": .idle
    case "settled": .settled
    case "silence":
      .silence(try optionalOperation(), longerThanLease: try flag(.longerThanLease))
    case "exit": .exit(ProcessName(try text(.process)))
    default: throw wrong(.awaited, "send, handled, recorded, state, idle, settled, silence or exit")
    }
  }

  private func check() throws(EvidenceError) -> Check {
    switch try text(.check) {
    case "kept": .kept(try operation())
    case "state": .state(try operation(), try word(.state))
    case "records": .records(try optionalOperation(), count: try integer(.count))
    case "sends":
      .sends(
        try optionalOperation(), atLeast: try integer(.atLeast),
        atMost: try optionalInteger(.atMost))
    case "answer":
      .answer(
        try operation(), number: try integer(.number), status: try integer(.status),
        fields: try expectedFields())
    case "inFlight": .inFlight(atMost: try integer(.atMost))
    default: throw wrong(.check, "kept, state, records, sends, answer or inFlight")
    }
  }

  private func expectedFields() throws(EvidenceError) -> [JSONMember] {
    var members: [JSONMember] = []
    for field in try list(.fields) {
      do {
        let value = try JSONParser.parse(try field.text(.value)).value
        members.append(JSONMember(try field.text(.name), value))
      } catch let error as EvidenceError {
        throw error
      } catch {
        throw wrong(.fields, "JSON texts")
      }
    }
    return members
  }
}
