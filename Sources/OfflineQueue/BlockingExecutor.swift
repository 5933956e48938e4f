// Owns: a thread for an actor whose work may block on a disk, so that it never holds up one of the
// few threads that all other tasks of the process share.

import Dispatch

final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "OfflineQueue")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
