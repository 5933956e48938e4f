// Owns: the lines that a client writes to stdout, contract version 1.

import AcceptanceModel
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
  package var limits: DeclaredLimits

  package init(
    protocolVersion: Int = ContractCommand.protocolVersion, client: String, can: [String],
    limits: DeclaredLimits = DeclaredLimits()
  ) {
    self.protocolVersion = protocolVersion
    self.client = client
    self.can = can
    self.limits = limits
  }
}

/// One task as the client lists it.
package struct TaskLine: Sendable, Hashable {
  package var task: String
  package var key: String?
  package var state: TaskState
  package var sends: Int?
  package var diagnosis: String?

  package init(
    task: String, key: String? = nil, state: TaskState, sends: Int? = nil, diagnosis: String? = nil
  ) {
    self.task = task
    self.key = key
    self.state = state
    self.sends = sends
    self.diagnosis = diagnosis
  }
}
