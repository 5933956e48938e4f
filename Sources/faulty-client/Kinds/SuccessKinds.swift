// Owns: clients that take something for a success that is none.

import ClientHarness
import OfflineQueue
import StrictJSON

extension FaultyKind {
  static let removedBeforeAnswer = FaultyKind(
    "removed-before-answer", "removes the task when it is sent, not when it is answered",
    caughtBy: "removed-early", "lost-operation"
  ) { parts, _ in
    parts.store = FireAndForgetStore(base: parts.store)
  }

  static let removedOnTimeout = FaultyKind(
    "removed-on-timeout", "removes the task when the answer does not come in time",
    caughtBy: "removed-early", "lost-operation"
  ) { parts, _ in
    parts.remove(on: { $0 == .unknown(.timedOut) })
  }

  static let removedOnDisconnect = FaultyKind(
    "removed-on-disconnect", "removes the task when the connection ends before the answer",
    caughtBy: "removed-early", "lost-operation"
  ) { parts, _ in
    parts.remove(on: { $0 == .unknown(.cut) })
  }

  static let removedOn500 = removed(on: 500)
  static let removedOn502 = removed(on: 502)
  static let removedOn503 = removed(on: 503)
  static let removedOn504 = removed(on: 504)
  static let removedOn429 = removed(on: 429)
  static let removedOn408 = removed(on: 408)

  private static func removed(on status: Int) -> FaultyKind {
    FaultyKind(
      "removed-on-\(status)", "removes the task when the answer is \(status)",
      caughtBy: "removed-early", "lost-operation"
    ) { parts, _ in
      parts.remove(on: { $0.status == status })
    }
  }

  static let anyAnswerIsSuccess = FaultyKind(
    "any-answer-is-success", "takes any answer for a success, whatever its status",
    caughtBy: "false-success", "removed-early"
  ) { parts, _ in
    parts.changeOutcomes { $0.status == nil ? $0 : .success }
  }

  static let acceptedIsDone = FaultyKind(
    "accepted-is-done", "takes 202 for done", caughtBy: "false-success", "removed-early"
  ) { parts, _ in
    parts.changeOutcomes { $0.status == 202 ? .success : $0 }
  }

  static let cutAnswerIsSuccess = FaultyKind(
    "cut-answer-is-success", "is content with the status line of a 2xx whose body was cut",
    caughtBy: "removed-early", "false-success"
  ) { parts, launch in
    try parts.sendByWire(launch) { $0.takesCutAnswers = true }
  }

  static let htmlIsSuccess = FaultyKind(
    "html-is-success", "takes a 2xx for a success though its body is no JSON",
    caughtBy: "false-success", "removed-early"
  ) { parts, _ in
    let strict = parts.rules.success
    parts.rules.success = { answer, task in
      let isJSON = answer.body.first { $0 > 0x20 } == UInt8(ascii: "{")
      return isJSON || answer.body.isEmpty ? strict(answer, task) : .success
    }
  }

  static let wrongIDIsSuccess = FaultyKind(
    "wrong-id-is-success", "takes the answer to another operation for its own",
    caughtBy: "false-success", "removed-early"
  ) { parts, _ in
    parts.takeAnyObject { $0["id"] != nil && $0["error"] == nil }
  }

  static let errorBodyIsSuccess = FaultyKind(
    "error-body-is-success", "takes a 200 for a success though its body says error",
    caughtBy: "false-success", "removed-early"
  ) { parts, _ in
    parts.takeAnyObject { $0["error"] != nil }
  }
}

extension ClientParts {
  /// Reads such an outcome as a success, and removes what is done.
  fileprivate mutating func remove(on isWrong: @escaping @Sendable (SendOutcome) -> Bool) {
    changeOutcomes { isWrong($0) ? .success : $0 }
    forgetDone()
  }

  /// A success is also each JSON object for which `isTaken` holds.
  fileprivate mutating func takeAnyObject(_ isTaken: @escaping @Sendable (JSONValue) -> Bool) {
    let strict = rules.success
    rules.success = { answer, task in
      do {
        return isTaken(try JSONParser.parse(answer.body).value) ? .success : strict(answer, task)
      } catch {
        return strict(answer, task)
      }
    }
  }
}

/// Removes each task as soon as it is handed out for sending.
private struct FireAndForgetStore: ForwardingStore {
  let base: any WriteStore

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard let task = try base.claim(by: owner, until: until, at: now) else { return nil }
    let draw = RetryDraw(policy: .never, jitter: 1)
    _ = try base.apply(
      .ruled(.done, at: now, retry: draw), to: task.id, under: task.delivery.lease)
    _ = try base.remove(task.id)
    return task
  }
}
