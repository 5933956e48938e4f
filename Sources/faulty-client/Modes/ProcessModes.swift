// Owns: right clients that begin, share or end unusually.

import ClientContract
import ClientHarness
import OfflineQueue
import SystemLibrary

extension UnusualMode {
  static let busySecond = UnusualMode(
    "busy-second", "lets one process use the queue; a second one says busy and ends"
  ) { parts, launch in
    let path = launch.environment.home + "/queue.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    // Kept open to the end: the system lets go of the lock with the process.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { parts.refusal = ContractReply.busy }
  }

  static let slowTakeover = UnusualMode(
    "slow-takeover", "waits twice as long for a dead sender, and declares so"
  ) { parts, _ in
    let limits = parts.limits
    parts.limits = try QueueLimits(
      firstRetry: limits.firstRetry, retryCap: limits.retryCap,
      responseTimeout: limits.responseTimeout, lease: limits.lease * 2,
      maxInFlight: limits.maxInFlight, maxSendsPerSecond: limits.maxSendsPerSecond)
    parts.greetedLimits.lease = parts.greetedLimits.lease.map { $0 * 2 }
  }

  static let flushOnQuit = UnusualMode(
    "flush-on-quit", "uses an orderly quit to send what is pending"
  ) { parts, _ in
    parts.quitting = { queue in
      let deadline = ContinuousClock.now + .seconds(1)
      do {
        await queue.sync()
        while ContinuousClock.now < deadline,
          try await queue.tasks().contains(where: { [.pending, .sending].contains($0.status) })
        {
          try await Task.sleep(for: .milliseconds(10))
        }
      } catch {
        // A store that can't be used has nothing to flush; the tasks wait for the next launch.
        return
      }
    }
  }

  static let exitAtOnce = UnusualMode(
    "exit-at-once", "ends at an orderly quit without giving anything back"
  ) { parts, _ in
    parts.quitting = { _ in _exit(0) }
  }

  static let helperThatEnds = UnusualMode(
    "helper-that-ends", "starts a helper process that ends by itself"
  ) { parts, _ in
    parts.launching = { try HelperProcess.start(seconds: "0.2", isOwnSession: false) }
  }
}
