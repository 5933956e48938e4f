// Owns: what a scenario can make happen, one step after the other.

import StrictJSON

package enum Step: Sendable, Hashable {
  /// Starts the client and greets it.
  case launch(ProcessName, LaunchOptions)
  /// The user taps *New* `count` times; with more than one, the operations are `name-1`, `name-2`, …
  case submit(OperationName, body: JSONValue?, count: Int, in: ProcessName)
  /// The user taps *New* again with the very bytes of an earlier operation: a new operation.
  case tapAgain(OperationName, like: OperationName, in: ProcessName)
  /// Connectivity came back, or a background refresh fired.
  case sync(ProcessName)
  /// The user asks for a stopped task to be sent again.
  case retry(OperationName, in: ProcessName)
  /// The runner looks at the list, for the rules to judge.
  case tasks(ProcessName)
  case await(Awaited)
  case check(Check)
  case kill(ProcessName, ProcessSignal)
  /// End of input, then the client must be gone within its `quitMs`.
  case quit(ProcessName)
  case server(ServerChange)
  /// Lets the held sends of the operation (`nil`: all) go on.
  case release(OperationName?)
  /// Makes one stored record unreadable, by the client's own ability `damage`.
  case damageStore(OperationName, in: ProcessName)
}

extension Step {
  /// The word in the step's `do` field.
  package var verb: String {
    switch self {
    case .launch: "launch"
    case .submit: "submit"
    case .tapAgain: "tapAgain"
    case .sync: "sync"
    case .retry: "retry"
    case .tasks: "tasks"
    case .await: "await"
    case .check: "check"
    case .kill: "kill"
    case .quit: "quit"
    case .server: "server"
    case .release: "release"
    case .damageStore: "damageStore"
    }
  }
}

/// What is different about one launch.
package struct LaunchOptions: Sendable, Hashable {
  package enum Token: String, Sendable, Hashable, CaseIterable {
    /// The scenario's first credential, where it needs one.
    case first
    /// A new credential, as after signing in again.
    case new
  }

  /// Whether every write that would grow a file fails, as on a full disk.
  package var refusesFileWrites: Bool
  /// Shift of the client's wall clock; `nil`: none. Whole seconds.
  package var clockOffset: Duration?
  package var token: Token

  package init(
    refusesFileWrites: Bool = false, clockOffset: Duration? = nil, token: Token = .first
  ) {
    self.refusesFileWrites = refusesFileWrites
    self.clockOffset = clockOffset
    self.token = token
  }
}

package enum ProcessSignal: String, Sendable, Hashable, CaseIterable {
  /// SIGKILL, and the runner waits until the process is reaped.
  case kill
  /// SIGTERM: an orderly quit.
  case terminate
  /// SIGSTOP.
  case stop
  /// SIGCONT.
  case `continue`
}

package enum ServerChange: Sendable, Hashable {
  /// The listener is closed: connections are refused, the port stays ours.
  case down
  case up
  /// All connections are reset, the listener is closed and opened again.
  case restart(RecordsAfterRestart)
  /// The server's clock goes forward: keys grow old, and dates in answers are later.
  case clock(by: Duration)
}

package enum RecordsAfterRestart: String, Sendable, Hashable, CaseIterable {
  case kept
  case lost
}

/// What a step waits for, as long as the client's limits allow.
package enum Awaited: Sendable, Hashable {
  /// The `number`-th complete send of the operation has arrived, and its answer or its end is
  /// decided.
  case send(OperationName, number: Int)
  /// The client has dealt with the answer to this send, or with its end.
  case handled(OperationName, send: Int)
  /// The server holds a record of the operation (of each of them, where it was a burst).
  case recorded(OperationName)
  /// The client lists the operation in this state; `done` is also fulfilled by a task that is gone.
  case state(OperationName, TaskState)
  /// The client lists no task that is pending or sending.
  case idle
  /// The client lists no task that is pending, sending or paused: each is done or stopped.
  case settled
  /// No complete send of the operation (`nil`: of any) arrives within the silence window.
  case silence(OperationName?, longerThanLease: Bool)
  /// The process has ended: used after a fault that kills the client.
  case exit(ProcessName)
}

/// What must be true at this point of the scenario, beyond the rules.
package enum Check: Sendable, Hashable {
  /// The client lists the operation as pending, sending or paused; or its success has been
  /// delivered by now, so that it need not be listed any more.
  case kept(OperationName)
  case state(OperationName, TaskState)
  /// Records in the server, of one operation or in all.
  case records(OperationName?, count: Int)
  /// Complete sends so far, of one operation or in all.
  case sends(OperationName?, atLeast: Int, atMost: Int?)
  /// The answer to the `number`-th send of the operation.
  case answer(OperationName, number: Int, status: Int, fields: [JSONMember])
  /// How many sends were ever in flight at once, over all operations.
  case inFlight(atMost: Int)
}

/// The contract's word for the state of a task.
package enum TaskState: String, Sendable, Hashable, CaseIterable {
  case pending
  case sending
  case paused
  case done
  case stopped
}
