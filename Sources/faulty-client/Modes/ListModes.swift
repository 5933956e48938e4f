// Owns: right clients that say less of their tasks than they could.

import ClientHarness

extension UnusualMode {
  static let doneGone = UnusualMode(
    "done-gone", "removes done tasks from its list at once"
  ) { parts, _ in
    parts.forgetDone()
  }

  static let noKeyInList = UnusualMode(
    "no-key-in-list", "tells nobody its keys or how often it has sent"
  ) { parts, _ in
    parts.serving = { verb, perform in
      var payload = try await perform(verb)
      payload.key = nil
      payload.tasks = payload.tasks?.map { task in
        var task = task
        task.key = nil
        task.sends = nil
        return task
      }
      return payload
    }
  }

  static let coarseList = UnusualMode(
    "coarse-list", "lists what is being sent as pending, and says nothing of failures"
  ) { parts, _ in
    parts.serving = { verb, perform in
      var payload = try await perform(verb)
      payload.tasks = payload.tasks?.map { task in
        var task = task
        task.sends = nil
        if task.state == .sending { task.state = .pending }
        if task.state == .pending { task.diagnosis = nil }
        return task
      }
      return payload
    }
  }

  static let submitOnly = UnusualMode(
    "submit-only", "can do nothing but take taps"
  ) { parts, _ in
    parts.abilities = [.submit]
  }
}
