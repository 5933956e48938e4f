// The runner's own process: what has to be so before anything else is done, and its signals.

import CProcess

/// Signals, descriptors and threads of the process that runs scenarios.
package enum RunnerProcess {
  /// Threads that a run has at the same time: two loops, the thread pool (as many threads as
  /// processors, more while some block), and at least one for a server that holds an answer.
  static let threadsNeeded = 16

  /// Makes the process fit for a run. Call it first in a synchronous `main`: no thread exists yet,
  /// and where the system refuses threads, an asynchronous `main` would never begin.
  ///
  /// - Throws: `DrivingError` where a run could not get on.
  package static func prepare(_ responses: SignalWatcher.Responses) throws(DrivingError) {
    acc_begin_signals()
    // Where it cannot be raised, a run with few scenarios at a time still works.
    _ = acc_raise_descriptor_limit(UInt(ACC_DESCRIPTOR_GOAL))
    // Clients' processes that lose their parents become ours, so that none escapes.
    OrphanAdoption.enable()
    var made: Int32 = 0
    let error = acc_try_threads(Int32(threadsNeeded), &made)
    guard error == 0 else { throw .tooFewThreads(made: Int(made), errno: error) }
    try SignalWatcher.begin(responses)
  }

  /// What was refused and what to do about it.
  static func refusal(errno: Int32) -> String {
    switch errno {
    case LibC.wouldBlock, LibC.noMemory:
      "the system refuses another thread (\(systemMessage(errno))): a limit is reached, of this "
        + "user's processes (ulimit -u), of memory (ulimit -v) or of the container; raise it"
    default:
      "the system refuses to make a thread (clone3: \(systemMessage(errno))): a sandbox that is "
        + "older than the C library forbids the call; use a newer container runtime, or a seccomp "
        + "profile that answers ENOSYS to clone3"
    }
  }
}
