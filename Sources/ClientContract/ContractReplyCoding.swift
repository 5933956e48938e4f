// Owns: ContractReply ↔ line.

import AcceptanceModel
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
  /// `nil` where the answer is no greeting: it has no `protocol`.
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
    limits = try DeclaredLimits(reading: declared)
  }

  fileprivate var members: [JSONMember] {
    func milliseconds(_ duration: Duration?) -> JSONValue? {
      duration.map { .integer($0.milliseconds) }
    }
    let limits: [(String, JSONValue?)] = [
      ("retryCapMs", milliseconds(self.limits.retryCap)),
      ("responseTimeoutMs", milliseconds(self.limits.responseTimeout)),
      ("leaseMs", milliseconds(self.limits.lease)),
      ("maxSendsPerSecond", self.limits.maxSendsPerSecond.map { .integer($0) }),
      ("quitMs", milliseconds(self.limits.quit)),
      ("retries", self.limits.retries.map { .string($0.rawValue) }),
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

extension DeclaredLimits {
  fileprivate init(reading value: JSONValue) throws(ContractBreach) {
    func limit(_ name: String, _ range: ClosedRange<Int>) throws(ContractBreach) -> Duration? {
      try ContractLine.limit(name, in: range, of: value).map { .milliseconds($0) }
    }
    self.init(
      retryCap: try limit("retryCapMs", Self.retryCapMs),
      responseTimeout: try limit("responseTimeoutMs", Self.responseTimeoutMs),
      lease: try limit("leaseMs", Self.leaseMs),
      maxSendsPerSecond: try ContractLine.limit(
        "maxSendsPerSecond", in: Self.maxSendsPerSecond, of: value),
      quit: try limit("quitMs", Self.quitMs))
    guard let field = value["retries"], field != .null else { return }
    retries = field.stringValue.flatMap(ClientLimits.Retries.init(rawValue:))
    guard retries != nil else {
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

  private static func state(of element: JSONValue) throws(ContractBreach) -> TaskState {
    let accepted = "one of " + TaskState.allCases.map(\.rawValue).joined(separator: ", ")
    guard let field = element["state"] else { throw .missingField("state", accepted: accepted) }
    guard let state = field.stringValue.flatMap(TaskState.init(rawValue:)) else {
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
