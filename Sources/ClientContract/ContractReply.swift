// Owns: the lines that a client writes to stdout, contract version 1.

import StrictJSON

/// One answer line; fields that this version does not know are dropped.
package struct ContractReply: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case ok(Payload)
    case unsupported
    /// The client's own words; free text, never to be shown.
    case failed(error: String)
  }

  /// What an answer may carry besides `ok`; which of it, depends on the command it answers.
  package struct Payload: Sendable, Hashable {
    package var greeting: Greeting?
    package var task: String?
    package var key: String?
    package var tasks: [TaskLine]?

    package init(
      greeting: Greeting? = nil, task: String? = nil, key: String? = nil,
      tasks: [TaskLine]? = nil
    ) {
      self.greeting = greeting
      self.task = task
      self.key = key
      self.tasks = tasks
    }
  }

  /// The error with which a second process says that the queue is in use.
  package static let busy = "busy"

  package let id: Int
  package let outcome: Outcome

  package init(id: Int, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// What a client says of itself at launch.
package struct Greeting: Sendable, Hashable {
  package var protocolVersion: Int
  package var client: String
  package var can: [String]
  package var limits: GreetedLimits

  package init(
    protocolVersion: Int = ContractCommand.protocolVersion, client: String, can: [String],
    limits: GreetedLimits = GreetedLimits()
  ) {
    self.protocolVersion = protocolVersion
    self.client = client
    self.can = can
    self.limits = limits
  }
}

/// The client's own promises, each in the unit of its name; `nil` where it promises nothing.
package struct GreetedLimits: Sendable, Hashable {
  // The bounds of the scenario file's `client.limits`: an hour is the longest that any client waits
  // that was looked at. Every deadline is a small multiple of these, so a run always ends.
  package static let retryCapRange = 0...3_600_000
  package static let responseTimeoutRange = 1...3_600_000
  package static let leaseRange = 0...3_600_000
  package static let maxSendsPerSecondRange = 1...1000
  package static let quitRange = 1...600_000

  package var retryCapMs: Int?
  package var responseTimeoutMs: Int?
  package var leaseMs: Int?
  package var maxSendsPerSecond: Int?
  package var quitMs: Int?
  /// `self` or `onSync`.
  package var retries: String?

  package init(
    retryCapMs: Int? = nil, responseTimeoutMs: Int? = nil, leaseMs: Int? = nil,
    maxSendsPerSecond: Int? = nil, quitMs: Int? = nil, retries: String? = nil
  ) {
    self.retryCapMs = retryCapMs
    self.responseTimeoutMs = responseTimeoutMs
    self.leaseMs = leaseMs
    self.maxSendsPerSecond = maxSendsPerSecond
    self.quitMs = quitMs
    self.retries = retries
  }
}

/// One task as the client lists it.
package struct TaskLine: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// Will be sent again by itself.
    case pending
    case sending
    /// Waits for credentials, a `sync` or a relaunch.
    case paused
    case done
    /// Will not be sent again by itself; `diagnosis` says why.
    case stopped
  }

  package var task: String
  package var key: String?
  package var state: State
  package var sends: Int?
  package var diagnosis: String?

  package init(
    task: String, key: String? = nil, state: State, sends: Int? = nil, diagnosis: String? = nil
  ) {
    self.task = task
    self.key = key
    self.state = state
    self.sends = sends
    self.diagnosis = diagnosis
  }
}
