// Owns: ContractReply ↔ line.

import StrictJSON

extension ContractReply {
  /// The line without its line feed.
  package var line: [UInt8] {
    var members = [JSONMember("id", .integer(id))]
    switch outcome {
    case .unsupported:
      members += [JSONMember("ok", .bool(false)), JSONMember("unsupported", .bool(true))]
    case .failed(let error):
      members += [JSONMember("ok", .bool(false)), JSONMember("error", .string(error))]
    case .ok(let payload):
      members.append(JSONMember("ok", .bool(true)))
      members += payload.greeting?.members ?? []
      members += [payload.task.map { JSONMember("task", .string($0)) }].compactMap { $0 }
      members += [payload.key.map { JSONMember("key", .string($0)) }].compactMap { $0 }
      if let tasks = payload.tasks {
        members.append(JSONMember("tasks", .array(tasks.map { .object($0.members) })))
      }
    }
    return JSONWriter.bytes(of: .object(members))
  }

  /// - Throws: `ContractBreach` where the line is no answer of version 1.
  package init(parsing line: some Sequence<UInt8>) throws(ContractBreach) {
    let value = try ContractLine.object(line)
    id = try ContractLine.number("id", of: value)
    guard let field = value["ok"] else { throw .missingField("ok", accepted: "true or false") }
    guard let ok = field.boolValue else {
      throw .wrongField("ok", found: field.kindName, accepted: "true or false")
    }
    guard ok else {
      outcome =
        value["unsupported"]?.boolValue == true
        ? .unsupported : .failed(error: value["error"]?.stringValue ?? "")
      return
    }
    var payload = Payload()
    payload.greeting = try Greeting(reading: value)
    payload.task = value["task"]?.stringValue
    payload.key = value["key"]?.stringValue
    if let tasks = value["tasks"] { payload.tasks = try TaskLine.list(tasks) }
    outcome = .ok(payload)
  }
}

extension Greeting {
  /// `nil` where the answer greets nobody: it has no `protocol`.
  fileprivate init?(reading value: JSONValue) throws(ContractBreach) {
    guard value["protocol"] ?? .null != .null else { return nil }
    let version = try ContractLine.number("protocol", of: value)
    self.init(
      protocolVersion: version, client: value["client"]?.stringValue ?? "",
      can: (value["can"]?.arrayValue ?? []).compactMap(\.stringValue))
    guard let declared = value["limits"], declared != .null else { return }
    guard declared.objectValue != nil else {
      throw .wrongField("limits", found: declared.kindName, accepted: "an object")
    }
    limits = try GreetedLimits(reading: declared)
  }

  fileprivate var members: [JSONMember] {
    let limits: [(String, JSONValue?)] = [
      ("retryCapMs", self.limits.retryCapMs.map { .integer($0) }),
      ("responseTimeoutMs", self.limits.responseTimeoutMs.map { .integer($0) }),
      ("leaseMs", self.limits.leaseMs.map { .integer($0) }),
      ("maxSendsPerSecond", self.limits.maxSendsPerSecond.map { .integer($0) }),
      ("quitMs", self.limits.quitMs.map { .integer($0) }),
      ("retries", self.limits.retries.map { .string($0) }),
    ]
    return [
      JSONMember("protocol", .integer(protocolVersion)),
      JSONMember("client", .string(client)),
      JSONMember("can", .array(can.map { .string($0) })),
      JSONMember(
        "limits",
        .object(limits.compactMap { name, value in value.map { JSONMember(name, $0) } })),
    ]
  }
}

extension GreetedLimits {
  fileprivate init(reading value: JSONValue) throws(ContractBreach) {
    func limit(_ name: String, _ range: ClosedRange<Int>) throws(ContractBreach) -> Int? {
      try ContractLine.limit(name, in: range, of: value)
    }
    self.init(
      retryCapMs: try limit("retryCapMs", Self.retryCapRange),
      responseTimeoutMs: try limit("responseTimeoutMs", Self.responseTimeoutRange),
      leaseMs: try limit("leaseMs", Self.leaseRange),
      maxSendsPerSecond: try limit("maxSendsPerSecond", Self.maxSendsPerSecondRange),
      quitMs: try limit("quitMs", Self.quitRange))
    guard let field = value["retries"], field != .null else { return }
    retries = field.stringValue
    guard let retries, ["self", "onSync"].contains(retries) else {
      throw .wrongField(
        "retries", found: field.stringValue == nil ? field.kindName : "another word",
        accepted: "self or onSync")
    }
  }
}

extension TaskLine {
  /// The array that answers `tasks`; a one-shot client prints it alone.
  package static func list(_ value: JSONValue) throws(ContractBreach) -> [TaskLine] {
    guard let elements = value.arrayValue else {
      throw .wrongField("tasks", found: value.kindName, accepted: "an array of tasks")
    }
    var tasks: [TaskLine] = []
    for element in elements {
      tasks.append(
        TaskLine(
          task: try ContractLine.text("task", of: element),
          key: element["key"]?.stringValue, state: try state(of: element),
          sends: element["sends"]?.wholeValue, diagnosis: element["diagnosis"]?.stringValue))
    }
    return tasks
  }

  private static func state(of element: JSONValue) throws(ContractBreach) -> State {
    let accepted = "one of " + State.allCases.map(\.rawValue).joined(separator: ", ")
    guard let field = element["state"] else { throw .missingField("state", accepted: accepted) }
    guard let state = field.stringValue.flatMap(State.init(rawValue:)) else {
      throw .wrongField(
        "state", found: field.stringValue == nil ? field.kindName : "another word",
        accepted: accepted)
    }
    return state
  }

  fileprivate var members: [JSONMember] {
    let optional: [(String, JSONValue?)] = [
      ("key", key.map { .string($0) }),
      ("sends", sends.map { .integer($0) }),
      ("diagnosis", diagnosis.map { .string($0) }),
    ]
    return [JSONMember("task", .string(task)), JSONMember("state", .string(state.rawValue))]
      + optional.compactMap { name, value in value.map { JSONMember(name, $0) } }
  }
}
