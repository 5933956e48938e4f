// Owns: `check-failed`, and what was seen instead of what a check expects.

import AcceptanceModel
import StrictJSON

/// Reported only where no other finding explains the same operation: see `Judge`.
package enum CheckFailed: Rule {
  package static let code = FindingCode("check-failed")
  package static let summary =
    "A check of the scenario did not hold, and no other rule explains it."
  package static let likelyCause =
    "As the scenario's title says."
  package static let certainty = Certainty.unlessLate

  package static let explanation = RuleExplanation(
    meaning: """
      A check of the scenario doesn't hold, and no rule explains it. The rules hold for every \
      client; a check is what this scenario's author expects.
      """,
    example: [
      "Operation A is sent and answered 503.",
      "The scenario checks that A was sent exactly once.",
      "The client has sent it twice by then.",
    ],
    remedies: [
      .init(
        cause: "the check expects what your client doesn't promise",
        fix: "correct the check, or the client"),
      .init(
        cause: "the check comes too early",
        fix: "await the state that it is about first"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    var told: Set<OperationName?> = []
    return view.entries.compactMap { entry in
      guard case .runner(.checkFailed(let index, let check)) = entry.observation else { return nil }
      let operation = operation(of: check)
      guard told.insert(operation).inserted else { return nil }
      let position = HistoryPosition(entry)
      let (expected, seen, proof) = comparison(check, at: position, in: view)
      return finding(
        operation, "step \(index + 1) expected \(expected), but \(seen)", proof: proof + [position])
    }
  }

  private static func operation(of check: Check) -> OperationName? {
    switch check {
    case .kept(let name), .state(let name, _), .answer(let name, _, _, _): name
    case .records(let name, _), .sends(let name, _, _): name
    case .inFlight: nil
    }
  }

  private typealias Comparison = (expected: Message, seen: Message, proof: [HistoryPosition])

  private static func comparison(
    _ check: Check, at position: HistoryPosition, in view: HistoryView
  ) -> Comparison {
    switch check {
    case .kept(let name):
      let (seen, proof) = Sighted.last(of: name, before: position, in: view)
      return ("operation \(name) to be kept (pending, sending or paused)", seen, proof)
    case .state(let name, let state):
      let (seen, proof) = Sighted.last(of: name, before: position, in: view)
      return ("operation \(name) to be listed as \(Wording.state(state))", seen, proof)
    case .records(let name, let count):
      return records(name, count, at: position, in: view)
    case .sends(let name, let least, let most):
      return sends(name, least, most, at: position, in: view)
    case .answer(let name, let number, let status, let fields):
      return answer(name, number, status, fields, at: position, in: view)
    case .inFlight(let most):
      return inFlight(most, at: position, in: view)
    }
  }

  private static func records(
    _ name: OperationName?, _ count: Int, at position: HistoryPosition, in view: HistoryView
  ) -> Comparison {
    let all = name.map { view.operations(called: $0).flatMap(\.records) } ?? view.records
    let live = all.filter { record in
      record.position < position && record.voided.map { position < $0 } ?? true
    }
    let whose = name.map { " of operation \($0)" } ?? " in all"
    let holds = live.isEmpty ? "holds none" : "holds \(live.count)"
    return (
      "\(Wording.count(count, "record"))\(whose)", "the server \(holds)", live.map(\.position)
    )
  }

  private static func sends(
    _ name: OperationName?, _ least: Int, _ most: Int?, at position: HistoryPosition,
    in view: HistoryView
  ) -> Comparison {
    let all =
      name.map { view.operations(called: $0).flatMap(\.sends) }
      ?? (view.sends + view.unattributed)
    let seen = all.filter { $0.position < position }
    let range =
      switch most {
      case nil: "at least \(Wording.count(least, "complete send"))"
      case least?: "exactly \(Wording.count(least, "complete send"))"
      case let most?: "\(least) to \(Wording.count(most, "complete send"))"
      }
    let whose = name.map { " of operation \($0)" } ?? " in all"
    let arrived = seen.isEmpty ? "none arrived" : "\(seen.count) arrived"
    return (range + whose, arrived, seen.map(\.position))
  }

  private static func answer(
    _ name: OperationName, _ number: Int, _ status: Int, _ fields: [JSONMember],
    at position: HistoryPosition, in view: HistoryView
  ) -> Comparison {
    let which = "the answer to operation \(name)'s \(Wording.ordinal(number)) send"
    let expected = "\(which) to be a \(status)" + (fields.isEmpty ? "" : " with \(values(fields))")
    let sends = view.operation(name)?.sends ?? []
    guard sends.indices.contains(number - 1), sends[number - 1].position < position else {
      return (expected, "there was no such send", [])
    }
    let send = sends[number - 1]
    let proof = [send.position, send.outcome?.position].compactMap(\.self)
    guard let answer = send.fullAnswer, !fields.isEmpty, answer.status == status else {
      return (expected, "it was \(Wording.outcome(of: send))", proof)
    }
    let numbers = fields.map { field in
      "\(table: field.name) \(answer.numbers[field.name].map { "\($0)" } ?? "missing or no number")"
    }
    return (expected, "it carried \(Wording.list(numbers))", proof)
  }

  /// Names and numbers of the scenario file; any other value is only called by its kind.
  private static func values(_ fields: [JSONMember]) -> Message {
    Wording.list(
      fields.map { field in
        switch field.value {
        case .number(let text): "\(table: field.name) \(table: text)"
        case .null, .bool, .string, .array, .object:
          "\(table: field.name) as \(table: field.value.kindName)"
        }
      })
  }

  private static func inFlight(
    _ most: Int, at position: HistoryPosition, in view: HistoryView
  ) -> Comparison {
    let sends = (view.sends + view.unattributed).filter { $0.position < position }
      .sorted { $0.position < $1.position }
    var open: [ObservedSend] = []
    var peak: [ObservedSend] = []
    for send in sends {
      open.removeAll { $0.hasOutcome(before: send.position) }
      open.append(send)
      if open.count > peak.count { peak = open }
    }
    return (
      "at most \(Wording.count(most, "send")) in flight at once", "there were \(peak.count)",
      peak.map(\.position)
    )
  }
}
