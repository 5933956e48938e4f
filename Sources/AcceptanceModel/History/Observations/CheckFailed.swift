import StrictJSON

extension Observed {
  /// A check of the scenario does not hold.
  package struct CheckFailed: ObservationPayload {
    /// From 0.
    package let index: Int
    package let check: Check

    package static let line = ObservationLine(
      "checkFailed", "a check of the scenario does not hold", make: CheckFailed.init
    ) {
      Part(\CheckFailed.index, .step)
      Part(\CheckFailed.check, .check)
    }

    package var observation: Observation { .runner(.checkFailed(index: index, check)) }

    package func show(in timeline: inout Timeline) {
      timeline.add(
        .note, "expected: \(check.words)",
        "The check of step \(index + 1) did not hold: \(check.sentence).", .bad)
    }
  }
}

extension Check {
  /// A few words, e.g. `1 record of A`.
  fileprivate var words: String {
    switch self {
    case .kept(let operation): "\(operation) kept"
    case .state(let operation, let state): "\(operation) \(state.rawValue)"
    case .records(let operation, let count): Self.counted(count, "record", operation)
    case .sends(let operation, let least, let most): Self.sends(operation, least, most)
    case .answer(let operation, let number, let status, _):
      "send \(number) of \(operation) answered \(status)"
    case .inFlight(let most): "at most \(Self.counted(most, "send")) at once"
    }
  }

  /// A clause.
  fileprivate var sentence: String {
    switch self {
    case .kept(let operation): "\(operation) was to be listed still, or its success delivered"
    case .state(let operation, let state):
      "the client was to list \(operation) as \(state.rawValue)"
    case .records: "the server was to hold \(words)"
    case .sends: "there were to be \(words)"
    case .answer(let operation, let number, let status, let fields):
      "send \(number) of \(operation) was to be answered \(status)"
        + (fields.isEmpty ? "" : " with \(fields.map(\.name).joined(separator: ", "))")
    case .inFlight: "\(words) were to be in flight"
    }
  }

  private static func sends(_ operation: OperationName?, _ least: Int, _ most: Int?) -> String {
    switch most {
    case nil: "at least \(counted(least, "send", operation))"
    case .some(least): counted(least, "send", operation)
    case .some(let most): "\(least) to \(counted(most, "send", operation))"
    }
  }

  private static func counted(
    _ count: Int, _ noun: String, _ operation: OperationName? = nil
  ) -> String {
    String.counted(count, noun) + (operation.map { " of \($0)" } ?? "")
  }
}

extension LineItem where Value == Check {
  fileprivate static var check: LineItem {
    let operation = LineItem<OperationName>.operation
    let anyOperation = LineItem<OperationName?>.operation
    let least = LineItem<Int>.integer("atLeast", "the least that was wanted")
    let most = LineItem<Int>.integer(
      "atMost", "the most that was wanted; left out where any number is")
    return .cases(
      "check", "what was checked",
      [
        LineCase(
          "kept", operation, make: { .kept($0) },
          take: { if case .kept(let name) = $0 { name } else { nil } }),
        LineCase(
          "state", all(operation, LineItem<TaskState>.state), make: { .state($0, $1) },
          take: { if case .state(let name, let state) = $0 { (name, state) } else { nil } }),
        LineCase(
          "records", all(anyOperation, LineItem<Int>.count), make: { .records($0, count: $1) },
          take: { if case .records(let name, let count) = $0 { (name, count) } else { nil } }),
        LineCase(
          "sends", all(anyOperation, least, LineItem<Int?>.maybe(most)),
          make: { .sends($0, atLeast: $1, atMost: $2) },
          take: {
            if case .sends(let name, let least, let most) = $0 { (name, least, most) } else { nil }
          }),
        LineCase(
          "answer", all(operation, LineItem<Int>.sendNumber, LineItem<Int>.status, .wanted),
          make: { .answer($0, number: $1, status: $2, fields: $3) },
          take: {
            if case .answer(let name, let number, let status, let fields) = $0 {
              (name, number, status, fields)
            } else {
              nil
            }
          }),
        LineCase(
          "inFlight", most, make: { .inFlight(atMost: $0) },
          take: { if case .inFlight(let most) = $0 { most } else { nil } }),
      ])
  }
}

extension LineItem where Value == [JSONMember] {
  /// Values are JSON text, so that every kind of value comes back as it was.
  fileprivate static var wanted: LineItem {
    let field = all(
      LineItem<String>.checkedName("name", "the field's name"),
      LineItem<String>.fileText("value", "the field's value; in a check, as JSON text"))
    let list = field.list("fields", "the fields that were wanted")
    return LineItem(
      list.members,
      write: { members, fields in
        list.write(members.map { ($0.name, JSONWriter.text(of: $0.value)) }, &fields)
      },
      read: { fields throws(LineMismatch) in
        try list.read(fields).map { name, text throws(LineMismatch) in
          do {
            return JSONMember(name, try JSONParser.parse(text).value)
          } catch {
            throw LineMismatch("fields", "JSON texts")
          }
        }
      })
  }
}
