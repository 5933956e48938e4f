// Owns: clients that deal badly with refusals.

import ClientHarness
import OfflineQueue
import Synchronization
import SystemLibrary

extension FaultyKind {
  static let conflictRetriedAtOnce = FaultyKind(
    "conflict-retried-at-once", "sends again after 409 as after any error",
    caughtBy: "retried-after-stop"
  ) { parts, _ in
    parts.rules.conflict = .stillInProgress
  }

  static let conflictRetriedAtSync = FaultyKind(
    "conflict-retried-at-sync", "stops at 409, but sends again at the next sync",
    caughtBy: "retried-after-stop"
  ) { parts, _ in
    parts.store = RevivingStore(base: parts.store, moment: .sync)
  }

  static let conflictRetriedAfterRestart = FaultyKind(
    "conflict-retried-after-restart", "stops at 409, but sends again after a restart",
    caughtBy: "retried-after-stop"
  ) { parts, _ in
    parts.store = RevivingStore(base: parts.store, moment: .launch)
  }

  static let refusalRetried = FaultyKind(
    "refusal-retried", "sends again and again though a 4xx has refused the write for good",
    caughtBy: "retried-after-stop"
  ) { parts, _ in
    parts.readStatuses([400, 404, 405, 410, 413, 415, 422], as: 500)
  }

  static let refusalVanishes = FaultyKind(
    "refusal-vanishes", "removes a refused task without a word", caughtBy: "stopped-silently"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      if case .stop = disposition { .vanish } else { .ruled(disposition) }
    }
  }

  static let refusalWithoutDiagnosis = FaultyKind(
    "refusal-without-diagnosis", "lists a refused task without saying why it stopped",
    caughtBy: "stopped-silently"
  ) { parts, _ in
    parts.serving = { verb, perform in
      var payload = try await perform(verb)
      payload.tasks = payload.tasks?.map { task in
        var task = task
        if task.state == .stopped { task.diagnosis = nil }
        return task
      }
      return payload
    }
  }

  static let unauthorizedDropped = FaultyKind(
    "unauthorized-dropped", "removes the task when its credential is refused",
    caughtBy: "stopped-silently", "lost-operation", "removed-early"
  ) { parts, _ in
    parts.concludeSends { disposition, _ in
      if case .pause = disposition { .vanish } else { .ruled(disposition) }
    }
  }

  static let crashAtConflict = FaultyKind(
    "crash-at-conflict", "crashes at an answer that it did not expect, 409",
    caughtBy: "client-crashed"
  ) { parts, _ in
    parts.changeOutcomes { outcome in
      if outcome.status == 409 { abort() }
      return outcome
    }
  }

  static let stoppedHeadBlocks = FaultyKind(
    "stopped-head-blocks", "sends nothing any more once a task was refused",
    caughtBy: "blocked-behind"
  ) { parts, _ in
    parts.store = HaltingStore(base: parts.store)
  }

  static let failingHeadBlocks = FaultyKind(
    "failing-head-blocks", "sends nothing else as long as its oldest task fails",
    caughtBy: "blocked-behind"
  ) { parts, _ in
    parts.store = InOrderStore(base: parts.store)
  }
}

/// Sends tasks again that a 409 has stopped.
private final class RevivingStore: ForwardingStore {
  enum Moment: Sendable { case launch, sync }

  let base: any WriteStore
  private let moment: Moment
  private let isLaunched = Mutex(false)

  init(base: any WriteStore, moment: Moment) {
    self.base = base
    self.moment = moment
  }

  /// The queue calls it once at its launch, later at each sync.
  func syncAll(at now: QueueInstant) throws {
    try base.syncAll(at: now)
    let current: Moment = isLaunched.withLock { isLaunched in
      defer { isLaunched = true }
      return isLaunched ? .sync : .launch
    }
    guard current == moment else { return }
    for task in try base.list()
    where task.status == .stopped && task.diagnosis?.text.contains("409") == true {
      _ = try base.apply(.retried(at: now), to: task.id, under: nil)
    }
  }
}

/// One stopped task, and nothing is handed out any more.
private struct HaltingStore: ForwardingStore {
  let base: any WriteStore

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    try isHalted ? nil : base.claim(by: owner, until: until, at: now)
  }

  func nextDue() throws -> QueueInstant? { try isHalted ? nil : base.nextDue() }

  private var isHalted: Bool {
    get throws { try base.list().contains { $0.status == .stopped } }
  }
}

/// Strictly first in, first out: while the oldest task has failed, only that one is handed out.
private struct InOrderStore: ForwardingStore {
  let base: any WriteStore

  func claim(
    by owner: LeaseOwner, until: QueueInstant, at now: QueueInstant
  ) throws -> WriteTask? {
    guard let head = try failingHead else {
      return try base.claim(by: owner, until: until, at: now)
    }
    guard let due = head.due, due <= now else { return nil }
    while let task = try base.claim(by: owner, until: until, at: now) {
      if task.id == head.id { return task }
      // Given back; it is due later than the head now, so the head comes up.
      _ = try base.apply(.released(at: now), to: task.id, under: task.delivery.lease)
    }
    return nil
  }

  func nextDue() throws -> QueueInstant? {
    guard let head = try failingHead else { return try base.nextDue() }
    return head.due
  }

  /// The oldest task under way, where a send of it has failed already.
  private var failingHead: TaskListing? {
    get throws {
      let head = try base.list().first { $0.status == .pending || $0.status == .sending }
      return head?.diagnosis == nil ? nil : head
    }
  }
}
