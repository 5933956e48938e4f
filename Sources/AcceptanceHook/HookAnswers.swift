// Owns: one command line in, one answer line out. Does not own: where lines come from and go to.

import Foundation

extension AppHook {
  /// The answer to one line of the contract, without a line feed.
  ///
  /// - Parameter process: Named in the answer where it is for a mailbox.
  /// - Returns: `nil` where the line is no command: then nothing is answered.
  func answer(_ line: Data, as process: Int32? = nil) async -> Data? {
    let command: [String: Any]
    do {
      guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any] else {
        return nil
      }
      command = object
    } catch {
      return nil
    }
    guard let id = command["id"] as? Int, let verb = command["do"] as? String else { return nil }
    // Only what can be sent: a dictionary of `Any` does not pass an actor's border.
    let body = command["body"].flatMap(Self.bytes)
    var answer = await reply(to: verb, body: body)
    answer["id"] = id
    if let process { answer["pid"] = Int(process) }
    return Self.bytes(answer)
  }

  private func reply(to verb: String, body: Data?) async -> [String: Any] {
    do {
      switch verb {
      case "hello": return greeting
      case "submit":
        guard let body else { return ["ok": false, "error": "a submit without a body"] }
        let receipt = try await submit(body)
        return ["ok": true, "task": receipt.task].merging(Self.present(["key": receipt.key])) {
          own, _ in own
        }
      case "tasks":
        guard let tasks else { return ["ok": false, "unsupported": true] }
        return ["ok": true, "tasks": try await tasks().map(Self.listed)]
      case "sync":
        guard let sync else { return ["ok": false, "unsupported": true] }
        await sync()
        return ["ok": true]
      default: return ["ok": false, "unsupported": true]
      }
    } catch {
      // The runner keeps no more of it than its length.
      return ["ok": false, "error": "\(error)"]
    }
  }

  private var greeting: [String: Any] {
    var can = ["submit"]
    if tasks != nil { can.append("tasks") }
    if sync != nil { can.append("sync") }
    let promised: [String: Any?] = [
      "retryCapMs": limits.retryCapMs, "responseTimeoutMs": limits.responseTimeoutMs,
      "leaseMs": limits.leaseMs, "retries": limits.retriesOnSyncOnly ? "onSync" : "self",
    ]
    return [
      "ok": true, "protocol": 1, "client": name, "can": can, "limits": Self.present(promised),
    ]
  }

  private static func listed(_ task: Task) -> [String: Any] {
    let optional: [String: Any?] = [
      "key": task.key, "sends": task.sends, "diagnosis": task.diagnosis,
    ]
    return ["task": task.task, "state": task.state.rawValue].merging(present(optional)) {
      own, _ in own
    }
  }

  private static func present(_ members: [String: Any?]) -> [String: Any] {
    members.compactMapValues { $0 }
  }

  private static func bytes(_ object: Any) -> Data? {
    guard JSONSerialization.isValidJSONObject(object) else { return nil }
    do {
      return try JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    } catch {
      return nil
    }
  }
}
