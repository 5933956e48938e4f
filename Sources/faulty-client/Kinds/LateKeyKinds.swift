// Owns: clients whose keys change, or are shared, at a certain moment. Does not own: those that are
// wrong about keys all the time (KeyKinds).

import ClientHarness
import OfflineQueue
import Synchronization

extension FaultyKind {
  static let newKeyAfterConflict = FaultyKind(
    "new-key-after-conflict", "takes a 409 for a used-up key and goes on under a new one",
    caughtBy: "retried-after-stop", "key-changed"
  ) { parts, _ in
    let keys = RenewableKeys()
    parts.replaceSends { request, sender in
      let key = keys.current(for: request.key)
      let outcome = await sender.send(request.with(key: key))
      guard outcome.status == 409 else { return outcome.renaming(key.text, to: request.key) }
      keys.renew(request.key)
      return .unknown(.cut)
    }
  }

  static let keyReusedAfterDone = FaultyKind(
    "key-reused-after-done", "goes on with the key of the last write once that one is done",
    caughtBy: "key-shared"
  ) { parts, _ in
    let spare = Mutex<IdempotencyKey?>(nil)
    let keys = RenewableKeys()
    parts.replaceSends { request, sender in
      let key = keys.current(for: request.key) { spare.withLock { $0.take() } }
      let outcome = await sender.send(request.with(key: key))
      if outcome.status == 200 || outcome.status == 201 { spare.withLock { $0 = key } }
      return outcome.renaming(key.text, to: request.key)
    }
  }

  static let keyExpires = FaultyKind(
    "key-expires", "makes a new key where the last send under the old one is half a second ago",
    caughtBy: "key-changed"
  ) { parts, _ in
    let keys = RenewableKeys()
    let used = Mutex<[IdempotencyKey: ContinuousClock.Instant]>([:])
    parts.replaceSends { request, sender in
      let now = ContinuousClock.now
      let last = used.withLock { $0.updateValue(now, forKey: request.key) }
      if let last, last.duration(to: now) > .milliseconds(500) { keys.renew(request.key) }
      let key = keys.current(for: request.key)
      return await sender.send(request.with(key: key)).renaming(key.text, to: request.key)
    }
  }

  static let keyStoredLate = FaultyKind(
    "key-stored-late", "stores the key with the first answer, so a kill before it loses the key",
    caughtBy: "key-changed"
  ) { parts, _ in
    let lost = LostKeys()
    parts.store = LostKeyStore(base: parts.store, lost: lost)
    parts.changeKeys { lost.key(for: $0.key) }
  }

  static let keyPerProcess = FaultyKind(
    "key-per-process",
    "makes keys of the task's id and the process's own, so another process differs",
    caughtBy: "key-changed"
  ) { parts, _ in
    let process = RandomIdentifier.make().prefix(8)
    parts.changeKeys { .named("\($0.key.text)-\(process)") }
  }
}

/// Which key goes out for a task, in memory.
final class RenewableKeys: Sendable {
  private let keys = Mutex<[IdempotencyKey: IdempotencyKey]>([:])

  /// - Parameter first: Asked once for each task; `nil` leaves it its own key.
  func current(
    for own: IdempotencyKey, first: () -> IdempotencyKey? = { nil }
  ) -> IdempotencyKey {
    if let known = keys.withLock({ $0[own] }) { return known }
    let key = first() ?? own
    keys.withLock { $0[own] = key }
    return key
  }

  func renew(_ own: IdempotencyKey) { keys.withLock { $0[own] = .random() } }
}

/// The tasks whose first send a dead process had under way.
private final class LostKeys: Sendable {
  private let keys = Mutex<[IdempotencyKey: IdempotencyKey]>([:])

  func lose(_ own: IdempotencyKey) {
    keys.withLock { if $0[own] == nil { $0[own] = .random() } }
  }

  func key(for own: IdempotencyKey) -> IdempotencyKey { keys.withLock { $0[own] ?? own } }
}

private struct LostKeyStore: ForwardingStore {
  let base: any WriteStore
  let lost: LostKeys

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard let task = try base.claim(by: owner, until: until, at: now) else { return nil }
    // A second send though the first was never concluded.
    if task.delivery.sends == 2, task.delivery.lastFailure == nil { lost.lose(task.key) }
    return task
  }
}
