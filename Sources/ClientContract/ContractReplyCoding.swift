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
    guard let id = value["id"]?.intValue else { throw .missingField("id") }
    guard let ok = value["ok"]?.boolValue else { throw .missingField("ok") }
    self.id = id
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
    guard let version = value["protocol"]?.intValue else { return nil }
    self.init(
      protocolVersion: version, client: value["client"]?.stringValue ?? "",
      can: (value["can"]?.arrayValue ?? []).compactMap(\.stringValue))
    guard let declared = value["limits"], declared != .null else { return }
    guard declared.objectValue != nil else { throw .wrongField("limits") }
    limits.retryCapMs = try ContractLine.count("retryCapMs", of: declared)
    limits.responseTimeoutMs = try ContractLine.count("responseTimeoutMs", of: declared)
    limits.leaseMs = try ContractLine.count("leaseMs", of: declared)
    limits.maxSendsPerSecond = try ContractLine.count("maxSendsPerSecond", of: declared)
    limits.quitMs = try ContractLine.count("quitMs", of: declared)
    limits.retries = declared["retries"]?.stringValue
    guard limits.retries.map(["self", "onSync"].contains) ?? true else {
      throw .wrongField("retries")
    }
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

extension TaskLine {
  /// The array that answers `tasks`; a one-shot client prints it alone.
  package static func list(_ value: JSONValue) throws(ContractBreach) -> [TaskLine] {
    guard let elements = value.arrayValue else { throw .wrongField("tasks") }
    var tasks: [TaskLine] = []
    for element in elements {
      guard let task = element["task"]?.stringValue else { throw .missingField("task") }
      guard let state = element["state"]?.stringValue.flatMap(State.init(rawValue:)) else {
        throw .wrongField("state")
      }
      tasks.append(
        TaskLine(
          task: task, key: element["key"]?.stringValue, state: state,
          sends: element["sends"]?.intValue, diagnosis: element["diagnosis"]?.stringValue))
    }
    return tasks
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
