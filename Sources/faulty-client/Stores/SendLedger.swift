// Owns: what a sender can't see by itself: the number of a send, and whether the task is from an
// earlier launch.

import ClientHarness
import OfflineQueue
import Synchronization

final class SendLedger: Sendable {
  private struct Entry {
    var isMadeHere = false
    var sends = 0
  }

  private let entries = Mutex<[IdempotencyKey: Entry]>([:])

  func made(_ key: IdempotencyKey) {
    entries.withLock { $0[key, default: Entry()].isMadeHere = true }
  }

  func begun(_ key: IdempotencyKey, send: Int) {
    entries.withLock { $0[key, default: Entry()].sends = send }
  }

  /// The number of this task's current send over all launches, from 1.
  func send(of key: IdempotencyKey) -> Int {
    entries.withLock { $0[key]?.sends ?? 0 }
  }

  /// Whether an earlier launch made the task.
  func isRestored(_ key: IdempotencyKey) -> Bool {
    entries.withLock { !($0[key]?.isMadeHere ?? false) }
  }
}

struct LedgerStore: ForwardingStore {
  let base: any WriteStore
  let ledger: SendLedger

  func insert(_ task: WriteTask) throws -> WriteTask {
    // Before the task is there for others to see: its first send may begin at once.
    ledger.made(task.key)
    return try base.insert(task)
  }

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard let task = try base.claim(by: owner, until: until, at: now) else { return nil }
    ledger.begun(task.key, send: task.delivery.sends)
    return task
  }
}

extension ClientParts {
  mutating func keepLedger() -> SendLedger {
    let ledger = SendLedger()
    store = LedgerStore(base: store, ledger: ledger)
    return ledger
  }
}
