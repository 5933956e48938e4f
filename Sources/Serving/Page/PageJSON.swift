// Owns: what the API answers.

import AcceptanceModel
import Evidence
import StrictJSON

enum PageJSON {
  static func requests(_ view: ServingView) -> JSONValue {
    .object([
      "revision": .integer(view.seen.revision), "dropped": .integer(view.seen.droppedCount),
      "connections": .integer(view.seen.connectionCount),
      "requests": .array(view.seen.requests.map(request)),
    ])
  }

  static func records(_ view: ServingView) -> JSONValue {
    .object([
      "count": .integer(view.recordCount),
      "records": .array(
        view.records.map { record in
          .object([
            "number": .integer(record.number), "key": key(record.key),
            "size": .string("\(record.size)"), "body": .string(record.body.hex),
            "replaced": .bool(record.isReplaced),
          ])
        }),
    ])
  }

  static func plan(_ view: ServingView) -> JSONValue {
    .object([
      "endpoint": .string(view.addresses?.endpoint ?? ""),
      "profile": .string(view.spec.profile), "online": .bool(view.seen.isOnline),
      "next": .array(view.waiting.map { .string($0) }),
      "faults": .array(
        view.plan.map { planned in
          .object([
            "kind": .string(planned.kind), "meets": .string(planned.meets),
            "acted": .bool(planned.hasActed),
          ])
        }),
      "held": .array(view.seen.held.map { .integer($0.number) }),
      "failure": view.failure.map { .string($0) } ?? .null,
    ])
  }

  private static func request(_ request: SeenRequest) -> JSONValue {
    var members = [
      JSONMember("number", .integer(request.number.number)),
      JSONMember("connection", .integer(request.connection.number)),
      JSONMember("atMs", .integer(request.at.wholeMilliseconds)),
      JSONMember("kind", .string(kindWord(request.kind))), JSONMember("key", key(request.key)),
    ]
    if let flaw = request.flaw { members.append(JSONMember("keyFlaw", .string(flaw.rawValue))) }
    if let operation = request.operation {
      members.append(JSONMember("operation", .string(operation)))
    }
    members.append(JSONMember("sendOfKey", .integer(request.sendOfKey)))
    members.append(JSONMember("size", request.size.map { .string("\($0)") } ?? .null))
    members.append(JSONMember("body", request.body.map { .string($0.hex) } ?? .null))
    members.append(JSONMember("faults", .array(request.faults.map { .string($0) })))
    members.append(JSONMember("record", request.record.map { .integer($0) } ?? .null))
    members.append(JSONMember("outcome", outcome(request.outcome)))
    return .object(members)
  }

  private static func key(_ key: SeenKey?) -> JSONValue {
    guard let key else { return .null }
    return .object([
      "token": .string(key.token.hex), "clear": key.clear.map { .string($0) } ?? .null,
    ])
  }

  private static func kindWord(_ kind: SeenRequest.Kind) -> String {
    switch kind {
    case .beginning: "beginning"
    case .send: "send"
    case .partial: "partial"
    case .stray(let kind): kind.rawValue
    case .elsewhere: "followedRedirect"
    }
  }

  private static func outcome(_ outcome: SeenRequest.Outcome) -> JSONValue {
    switch outcome {
    case .underWay: .object(["state": .string("underWay")])
    case .held: .object(["state": .string("held")])
    case .cut: .object(["state": .string("cut")])
    case .ended(let end): .object(["state": .string("ended"), "end": .string(end.rawValue)])
    case .answered(let facts):
      .object([
        "state": .string("answered"), "status": .integer(facts.status),
        "content": .string(facts.content.rawValue), "replay": .bool(facts.isReplay),
      ])
    }
  }
}

extension Duration {
  var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
