/// Everything that can be seen of a client, from its process and from its requests.
///
/// The cases are what the judge and the runner's live view distinguish; what each holds, writes and
/// shows is the business of its payload in `Observations/`.
package enum Observation: Sendable, Hashable {
  case client(ClientObservation)
  case server(ServerObservation)
  case runner(RunnerObservation)
}

/// What was seen of the client's processes.
package enum ClientObservation: Sendable, Hashable {
  case launched(LaunchNumber, ProcessName)
  case greeted(LaunchNumber, GreetingOutcome)
  /// Written just before the runner sends the command. `like` names the operation whose bytes it
  /// repeats, where the user taps *New* twice with equal content.
  case submitted(OperationName, LaunchNumber, like: OperationName?)
  case acknowledged(OperationName, LaunchNumber, TaskID, IdempotencyKey?)
  /// The client said no: the operation does not exist.
  case submitRefused(OperationName, LaunchNumber, FileWrites)
  /// The process ended before it answered: the operation may or may not exist.
  case submitUnanswered(OperationName, LaunchNumber)
  case synced(LaunchNumber)
  /// The user asked for a stopped task to be sent again.
  case retryAsked(OperationName, LaunchNumber)
  case damaged(OperationName, LaunchNumber)
  case listed(LaunchNumber, [TaskReport])
  /// The runner sent this signal, or closed the input (`nil`).
  case signalled(LaunchNumber, ProcessSignal?)
  case exited(LaunchNumber, ProcessExit)
  /// A command had no answer in time. `command` is the contract's word for it.
  case unanswered(LaunchNumber, command: String)
  /// It declared this ability and then said that it does not have it. `command` is the contract's
  /// word for it.
  case abilityDenied(LaunchNumber, command: String)
  /// `reason` is a sentence of the runner's own and quotes nothing.
  case contractBroken(LaunchNumber, reason: Message)
  /// Processes of the client that were alive after their scenario, and were killed.
  case leftBehind(count: Int)
  /// A planted secret appeared in the client's output.
  case secretSeen(LaunchNumber, OutputChannel)
  case other(OtherObservation)
}

package enum GreetingOutcome: Sendable, Hashable {
  case ok(can: [String], DeclaredLimits)
  /// The queue is in use by another process; the client exits and is blameless.
  case busy
  case refused
}

/// Whether the scenario let the launch write files when it refused a submit.
package enum FileWrites: String, Sendable, Hashable, CaseIterable {
  case allowed
  /// As on a full disk: a right client has no choice but to refuse the tap.
  case refused
  /// Evidence that was written before this was recorded.
  case unknown
}

/// Where a client's output was seen.
package enum OutputChannel: String, Sendable, Hashable, CaseIterable {
  case stdout
  case stderr
  /// The client's answer to `tasks`; no stream of a process.
  case taskList
}

/// One task as the client listed it.
package struct TaskReport: Sendable, Hashable {
  package let task: TaskID
  /// The operation that the client acknowledged under this task id; `nil` where there is none.
  package let operation: OperationName?
  package let key: IdempotencyKey?
  package let state: TaskState
  package let hasDiagnosis: Bool

  package init(
    task: TaskID, operation: OperationName?, key: IdempotencyKey? = nil, state: TaskState,
    hasDiagnosis: Bool = false
  ) {
    self.task = task
    self.operation = operation
    self.key = key
    self.state = state
    self.hasDiagnosis = hasDiagnosis
  }
}

/// How a process ended. Not called `ExitStatus`, which Swift Testing has a type of.
package enum ProcessExit: Sendable, Hashable {
  /// It ended by itself; 0 to 255.
  case status(Int32)
  /// A signal ended it.
  case signal(Int32)
}

extension ProcessExit: OwnWords {
  package var description: String {
    switch self {
    case .status(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal)"
    }
  }
}

/// What the scenario itself did.
package enum RunnerObservation: Sendable, Hashable {
  /// Step `index` (from 0) begins.
  case stepBegan(index: Int)
  /// Step `index` timed out after waiting as long as the client's limits allow.
  case awaitFailed(index: Int, Awaited, waited: Duration)
  case checkFailed(index: Int, Check)
  /// Nothing more is done; what follows is the orderly end.
  case stepsEnded
  case other(OtherObservation)
}
