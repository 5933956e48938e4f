// Owns: a plan as a scenario of the scenario file. Does not own: the file around it (ExploredFile).

import StrictJSON

extension GeneratedScenario {
  /// - Parameters:
  ///   - id: The scenario's id.
  ///   - title: As the reports print it.
  ///   - why: The same.
  package func scenario(id: String, title: String, why: String) -> JSONValue {
    .object([
      JSONMember("id", .string(id)), JSONMember("group", .string("explored")),
      JSONMember("title", .string(title)), JSONMember("why", .string(why)),
      JSONMember("faults", .array(faults)), JSONMember("steps", .array(steps)),
    ])
  }

  private var faults: [JSONValue] {
    var faults: [JSONValue] = []
    for (index, operation) in operations.enumerated() {
      let isLast = index == operations.count - 1
      for (send, kind) in (operation.troubles + (isLast ? deaths : [])).enumerated() {
        faults.append(
          .object([
            "kind": .string(kind), "operation": .string(operation.name), "send": .integer(send + 1),
          ]))
      }
    }
    return faults
  }

  private var steps: [JSONValue] {
    var steps = [step("launch")]
    for operation in operations {
      if operation.isOffline { steps.append(step("server", "change", .string("down"))) }
      steps.append(tap(operation))
      if operation.isOffline {
        steps += [step("server", "change", .string("up")), step("sync")]
      }
      switch operation.after {
      case .sync: steps.append(step("sync"))
      case .kill: steps += [step("kill"), step("launch")]
      case .quit: steps += [step("quit"), step("launch")]
      case nil: break
      }
    }
    for _ in deaths { steps += [step("await", "exit", .string("app")), step("launch")] }
    for operation in operations {
      let done: JSONValue = .object(["operation": .string(operation.name), "is": .string("done")])
      steps.append(step("await", "state", done))
    }
    if endsInSilence { steps.append(step("await", "silence", .bool(true))) }
    return steps
  }

  private func tap(_ operation: Operation) -> JSONValue {
    guard let like = operation.like else {
      return step("submit", "operation", .string(operation.name))
    }
    return .object([
      "do": .string("tapAgain"), "operation": .string(operation.name), "like": .string(like),
    ])
  }

  private func step(_ name: String, _ field: String? = nil, _ value: JSONValue = .null) -> JSONValue
  {
    var members = [JSONMember("do", .string(name))]
    if let field { members.append(JSONMember(field, value)) }
    return .object(members)
  }
}
