// Owns: clients that begin badly, or say what the contract does not know.

import ClientContract
import ClientHarness
import OfflineQueue
import OfflineQueueCURL
import Synchronization
import SystemLibrary

extension FaultyKind {
  static let staleLock = FaultyKind(
    "stale-lock", "finds its own lock file after a kill and says that the queue is in use",
    caughtBy: "not-restored"
  ) { parts, launch in
    let path = launch.environment.home + "/queue.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      parts.refusal = ContractReply.busy
      return
    }
    close(descriptor)
    let closing = parts.closing
    parts.closing = {
      closing()
      unlink(path)
    }
  }

  static let damagedRecordCrashes = FaultyKind(
    "damaged-record-crashes", "crashes at each launch as long as a stored record can't be read",
    caughtBy: "client-crashed"
  ) { parts, _ in
    parts.store = BrittleStore(base: parts.store)
  }

  static let oneProcessSends = FaultyKind(
    "one-process-sends", "lets only the process that began first send, be it frozen",
    caughtBy: "blocked-behind", "gave-up", "still-waiting"
  ) { parts, launch in
    let descriptor = open(
      launch.environment.home + "/sender.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
    parts.store = LockedOutStore(base: parts.store, lock: descriptor)
  }

  static let chattyOnStdout = FaultyKind(
    "chatty-on-stdout", "logs on stdout, where only the contract's lines may stand",
    caughtBy: "contract-broken"
  ) { parts, _ in
    parts.changeOutcomes { outcome in
      Output.standard.put("send ended\n")
      return outcome
    }
  }

  static let retryItLacks = FaultyKind(
    "retry-it-lacks", "declares that it can retry, and answers that it can't",
    caughtBy: "ability-denied"
  ) { parts, _ in
    parts.abilities.removeAll { $0 == .retry }
    parts.serving = { verb, perform in
      var payload = try await perform(verb)
      payload.greeting?.can.append("retry")
      return payload
    }
  }

  static let tokenIgnored = FaultyKind(
    "token-ignored", "declares that it takes a credential, and sends none",
    caughtBy: "ability-denied"
  ) { parts, launch in
    parts.sender = try CURLWriteSender(
      endpoint: launch.environment.endpoint, options: .init(keyHeader: launch.options.keyHeader))
  }

  static let endsWhenIdle = FaultyKind(
    "ends-when-idle", "ends by itself as soon as everything is done", caughtBy: "contract-broken"
  ) { parts, _ in
    parts.changeOutcomes { outcome in
      guard outcome.status == 200 else { return outcome }
      Task.detached {
        do {
          // Long enough for the success to be stored and looked at.
          try await Task.sleep(for: .milliseconds(400))
        } catch {
          // It is never cancelled.
        }
        _exit(0)
      }
      return outcome
    }
  }
}

/// Aborts where it finds a record that can't be read at its launch.
private final class BrittleStore: ForwardingStore {
  let base: any WriteStore
  private let isLaunched = Mutex(false)

  init(base: any WriteStore) { self.base = base }

  func syncAll(at now: QueueInstant) throws {
    try base.syncAll(at: now)
    let isFirst = isLaunched.withLock { isLaunched in
      defer { isLaunched = true }
      return !isLaunched
    }
    if isFirst, try base.list().contains(where: { $0.contents == nil }) { abort() }
  }
}

/// Hands nothing out while another process has the lock.
private final class LockedOutStore: ForwardingStore {
  let base: any WriteStore
  private let lock: Int32

  init(base: any WriteStore, lock: Int32) {
    self.base = base
    self.lock = lock
  }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return nil }
    return try base.claim(by: owner, until: until, at: now)
  }
}
