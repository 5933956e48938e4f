// Owns: clients whose retry carries another body.

import OfflineQueue
import StrictJSON

extension FaultyKind {
  static let timeInBody = FaultyKind(
    "time-in-body", "writes the time of the send into the body", caughtBy: "body-changed"
  ) { parts, _ in
    let clock = parts.sources.clock
    parts.changeRequests { request in
      let now = clock.reading().uptime.components
      // Nanoseconds, so that no two sends carry the same.
      let stamp = Int64(now.seconds) * 1_000_000_000 + now.attoseconds / 1_000_000_000
      return request.with(body: request.body.adding("sentAt", .integer(stamp)))
    }
  }

  static let attemptInBody = FaultyKind(
    "attempt-in-body", "writes the number of the send into the body", caughtBy: "body-changed"
  ) { parts, _ in
    let ledger = parts.keepLedger()
    parts.changeRequests { request in
      let number = JSONValue.integer(ledger.send(of: request.key))
      return request.with(body: request.body.adding("attempt", number))
    }
  }

  static let bodyEmptyOnRetry = FaultyKind(
    "body-empty-on-retry", "has used up its body stream and sends an empty one on retries",
    caughtBy: "body-changed"
  ) { parts, _ in
    let ledger = parts.keepLedger()
    parts.changeRequests { ledger.send(of: $0.key) > 1 ? $0.with(body: []) : $0 }
  }

  static let bodyCutOnRetry = FaultyKind(
    "body-cut-on-retry", "sends only the first half of the body on retries",
    caughtBy: "body-changed"
  ) { parts, _ in
    let ledger = parts.keepLedger()
    parts.changeRequests { request in
      guard ledger.send(of: request.key) > 1 else { return request }
      return request.with(body: Array(request.body.prefix(request.body.count / 2)))
    }
  }

  static let bodyReencodedAfterRestart = FaultyKind(
    "body-reencoded-after-restart",
    "encodes the body anew after a restart: the same meaning in other bytes",
    caughtBy: "body-changed"
  ) { parts, _ in
    let ledger = parts.keepLedger()
    parts.changeRequests { request in
      guard ledger.isRestored(request.key) else { return request }
      return request.with(body: request.body.reencoded)
    }
  }
}

extension [UInt8] {
  /// With one more member, where this is a JSON object; else as it is.
  fileprivate func adding(_ name: String, _ value: JSONValue) -> [UInt8] {
    guard let members = jsonMembers else { return self }
    return JSONWriter.bytes(of: .object(members + [JSONMember(name, value)]))
  }

  /// The members in reverse and a line feed at the end, which every JSON reader ignores.
  fileprivate var reencoded: [UInt8] {
    guard let members = jsonMembers else { return self + [0x0A] }
    return JSONWriter.bytes(of: .object(members.reversed())) + [0x0A]
  }

  private var jsonMembers: [JSONMember]? {
    do {
      return try JSONParser.parse(self).value.objectValue
    } catch {
      // A body of another kind; whoever asks has an answer to that.
      return nil
    }
  }
}
