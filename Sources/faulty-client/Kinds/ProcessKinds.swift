// Owns: clients that misbehave as a process: what they print, leave behind, or do not answer.

import ClientHarness
import OfflineQueue

extension FaultyKind {
  static let tokenOnStderr = FaultyKind(
    "token-on-stderr", "logs its headers, the credential among them, on stderr",
    caughtBy: "secret-in-output"
  ) { parts, launch in
    guard let token = launch.environment.token else { return }
    parts.changeRequests { request in
      Output.error.put("> Authorization: Bearer \(token)\n")
      return request
    }
  }

  static let tokenInList = FaultyKind(
    "token-in-list", "quotes the credential in its diagnoses", caughtBy: "secret-in-output"
  ) { parts, launch in
    guard let token = launch.environment.token else { return }
    parts.serving = { verb, perform in
      var payload = try await perform(verb)
      payload.tasks = payload.tasks?.map { task in
        var task = task
        task.diagnosis = "\(task.diagnosis ?? "sent") with \(token)"
        return task
      }
      return payload
    }
  }

  static let helperLeftBehind = FaultyKind(
    "helper-left-behind", "starts a helper process that outlives it",
    caughtBy: "process-left-behind"
  ) { parts, _ in
    // A minute is longer than any scenario waits, and short enough to leave no litter.
    parts.launching = { try HelperProcess.start(seconds: "60", isOwnSession: true) }
  }

  static let neverAnswersTasks = FaultyKind(
    "never-answers-tasks", "does not answer when it is asked for its tasks",
    caughtBy: "no-answer"
  ) { parts, _ in
    parts.serving = { verb, perform in verb == .tasks ? nil : try await perform(verb) }
  }
}
