// Owns: finding due tasks, sending them, storing what came of it, and waking up for the next one.

/// A send under way.
struct InFlightSend {
  let lease: Lease
  private let work: Task<Void, Never>

  init(lease: Lease, work: Task<Void, Never>) {
    self.lease = lease
    self.work = work
  }

  func cancel() { work.cancel() }
  func ended() async { await work.value }
}

/// One sleep until there is something to do.
struct WakeUp {
  let at: QueueInstant?
  private let sleep: Task<Void, Never>

  init(at: QueueInstant?, sleep: Task<Void, Never>) {
    self.at = at
    self.sleep = sleep
  }

  func cancel() { sleep.cancel() }
}

extension OfflineQueue {
  /// Sends what is due as far as `maxInFlight` allows, and sleeps exactly until the next instant
  /// at which something can be due. Called whenever one of the two may have changed.
  func deliverDue() {
    guard isStarted, !isStopped else { return }
    do {
      try makeUp()
      while flights.count < limits.maxInFlight {
        let claimedAt = try now()
        guard reachability.earliest(from: claimedAt) == claimedAt,
          let task = try store.claim(by: owner, until: claimedAt + limits.lease, at: claimedAt)
        else { break }
        begin(task, claimedAt: claimedAt)
      }
      storeRefusals = 0
      // With every place taken, the end of a send is the next thing to happen.
      guard flights.count < limits.maxInFlight, let due = try store.nextDue() else {
        wakeUp?.cancel()
        wakeUp = nil
        return
      }
      let instant = reachability.earliest(from: due)
      wake(at: instant, after: instant - (try now()))
    } catch {
      // A send that is not on record first would be a second one after a crash: so wait.
      storeRefusals += 1
      let pause = limits.retryPolicy.pause(
        afterFailures: storeRefusals, jitter: sources.jitter())
      wake(at: nil, after: pause)
    }
  }

  private func makeUp() throws {
    if clearingIsOwed {
      try store.removeDone(before: try now() - limits.keepDone)
      clearingIsOwed = false
    }
    if syncIsOwed {
      try store.syncAll(at: try now())
      syncIsOwed = false
    }
  }

  private func wake(at instant: QueueInstant?, after pause: Duration) {
    if let wakeUp, let instant, wakeUp.at == instant { return }
    wakeUp?.cancel()
    let clock = sources.clock
    let sleep = Task { [weak self] in
      do {
        // A stale due time in the store must not turn into a hot loop.
        try await clock.sleep(for: max(pause, .milliseconds(1)))
      } catch {
        return
      }
      await self?.wokeUp()
    }
    wakeUp = WakeUp(at: instant, sleep: sleep)
  }

  private func wokeUp() {
    guard !Task.isCancelled else { return }
    wakeUp = nil
    deliverDue()
  }
}

// MARK: - One send

extension OfflineQueue {
  private func begin(_ task: WriteTask, claimedAt: QueueInstant) {
    guard let lease = task.delivery.lease else { return }
    observer?(task.id, task.delivery)
    // Only where this process slept through its own lease: the old send ends before a new begins.
    let predecessor = flights[task.id]
    predecessor?.cancel()
    let work = Task {
      await predecessor?.ended()
      let disposition = await deliver(task, deadline: claimedAt + limits.responseTimeout)
      conclude(task.id, lease, disposition)
    }
    flights[task.id] = InFlightSend(lease: lease, work: work)
  }

  /// One send and the redirects that it follows, all before `deadline`.
  ///
  /// - Returns: `nil` where it was cut off by an orderly quit.
  private func deliver(_ task: WriteTask, deadline: QueueInstant) async -> Disposition? {
    var target: String?
    for hops in 0...AnswerRules.hopLimit {
      let outcome = await send(task, to: target, before: deadline)
      if isStopped, outcome == .unknown(.aborted) { return nil }
      if let line {
        reachability.note(
          outcome, at: line.instant(at: sources.clock.reading()),
          RetryDraw(policy: limits.retryPolicy, jitter: sources.jitter()))
      }
      let wall = sources.clock.reading().wall
      switch rules.reading(of: outcome, for: task, hops: hops, wall: wall) {
      case .ruled(let disposition): return disposition
      case .redirected(let next): target = next
      }
    }
    preconditionFailure("AnswerRules let a send follow more than \(AnswerRules.hopLimit) hops")
  }

  private func send(
    _ task: WriteTask, to target: String?, before deadline: QueueInstant
  ) async -> SendOutcome {
    guard !Task.isCancelled else { return .unknown(.aborted) }
    guard let line else { return .unknown(.aborted) }
    let left = deadline - line.instant(at: sources.clock.reading())
    guard left > .zero else { return .unknown(.timedOut) }
    return await sender.send(
      WriteRequest(
        key: task.key, body: task.body, contentType: task.contentType, redirectedTo: target,
        timeLimit: left))
  }

  private func conclude(_ id: TaskID, _ lease: Lease, _ disposition: Disposition?) {
    if flights[id]?.lease == lease { flights[id] = nil }
    do {
      let now = try now()
      let event: Delivery.Event =
        if let disposition {
          .ruled(
            disposition, at: now,
            retry: RetryDraw(policy: limits.retryPolicy, jitter: sources.jitter()))
        } else {
          .released(at: now)
        }
      if let delivery = try store.apply(event, to: id, under: lease) { observer?(id, delivery) }
    } catch {
      // The outcome is not on record, so it counts as unknown: the lease runs out, and the task
      // goes out again under its key. Until then nothing hurries.
      storeRefusals += 1
    }
    deliverDue()
  }
}
