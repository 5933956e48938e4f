// Owns: the state of one task's delivery, and how each event changes it.
// Does not own: what an answer means (AnswerRules), pauses (RetryPolicy), storing (WriteStore).

/// The right to send one task, for a while.
public struct Lease: Sendable, Hashable {
  public let owner: LeaseOwner
  /// The number of the send that it is for, from 1: the same owner's later lease is another one.
  public let send: Int
  public let until: QueueInstant

  public init(owner: LeaseOwner, send: Int, until: QueueInstant) {
    self.owner = owner
    self.send = send
    self.until = until
  }
}

public struct Delivery: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case pending(due: QueueInstant)
    case sending(Lease)
    case paused(Diagnosis)
    case done
    case stopped(Diagnosis)
  }

  public enum Event: Sendable, Hashable {
    /// Someone wants to send it now, until `until` at the latest.
    case claimed(by: LeaseOwner, until: QueueInstant, at: QueueInstant)
    /// The send ended, and this is what its outcome means.
    case ruled(Disposition, at: QueueInstant, retry: RetryDraw)
    /// An orderly quit ended the send; its outcome is unknown.
    case released(at: QueueInstant)
    /// Connectivity, a credential or the app is back.
    case synced(at: QueueInstant)
    /// The user asked for it to be sent again.
    case retried(at: QueueInstant)
    /// The stored record turned out to be unreadable.
    case damaged(Diagnosis, at: QueueInstant)

    /// When it happened.
    public var instant: QueueInstant {
      switch self {
      case .claimed(_, _, let instant), .ruled(_, let instant, _), .released(let instant),
        .synced(let instant), .retried(let instant), .damaged(_, let instant):
        instant
      }
    }
  }

  /// What whoever feeds the event must do.
  public enum Effect: Sendable, Hashable {
    /// Nothing changed.
    case none
    /// Make the new state durable; nothing else.
    case store
    /// Make the new state durable, then send under this lease, and only then.
    case send(Lease)
  }

  public internal(set) var state: State
  /// Sends begun, from 0.
  public internal(set) var sends: Int
  /// Failed sends in a row since the last sync or user's retry; the pause grows with it.
  public internal(set) var failures: Int
  /// Named by the server's `Retry-After`: no send before this, whoever asks.
  public internal(set) var floor: QueueInstant?
  /// Why the last send did not do; kept while the next one is under way.
  public internal(set) var lastFailure: Diagnosis?

  /// A new task, due at once.
  public init(due: QueueInstant) {
    self.init(state: .pending(due: due), sends: 0, failures: 0, floor: nil, lastFailure: nil)
  }

  /// For stores, that read back what they wrote.
  public init(
    state: State, sends: Int, failures: Int, floor: QueueInstant?, lastFailure: Diagnosis?
  ) {
    self.state = state
    self.sends = sends
    self.failures = failures
    self.floor = floor
    self.lastFailure = lastFailure
  }
}

// MARK: - The machine

extension Delivery {
  public mutating func handle(_ event: Event) -> Effect {
    switch (state, event) {
    case (.pending(let due), .claimed(let owner, let until, let now)):
      return due <= now ? claim(by: owner, until: until) : .none
    case (.sending(let lease), .claimed(let owner, let until, let now)):
      // Its sender is dead or late: whether the write arrived is unknown, so the same key goes out.
      return lease.until <= now ? claim(by: owner, until: until) : .none
    case (.sending, .ruled(let disposition, let now, let retry)):
      return conclude(disposition, at: now, retry)
    case (.sending, .released(let now)):
      return wait(until: now)
    case (.pending, .synced(let now)), (.paused, .synced(let now)):
      failures = 0
      return wait(until: now)
    case (.pending, .retried(let now)), (.paused, .retried(let now)), (.stopped, .retried(let now)):
      failures = 0
      return wait(until: now)
    case (.pending, .damaged(let diagnosis, _)), (.sending, .damaged(let diagnosis, _)),
      (.paused, .damaged(let diagnosis, _)), (.stopped, .damaged(let diagnosis, _)):
      state = .stopped(diagnosis)
      return .store
    case (.pending, .ruled), (.pending, .released), (.paused, .ruled), (.paused, .released),
      (.stopped, .ruled), (.stopped, .released), (.done, .ruled), (.done, .released):
      // A late outcome: the lease is gone, and whoever took it over decides.
      return .none
    case (.sending, .synced), (.sending, .retried):
      // It is on its way already.
      return .none
    case (.paused, .claimed), (.stopped, .claimed), (.stopped, .synced), (.done, .claimed),
      (.done, .synced), (.done, .retried), (.done, .damaged):
      return .none
    }
  }

  private mutating func claim(by owner: LeaseOwner, until: QueueInstant) -> Effect {
    sends += 1
    let lease = Lease(owner: owner, send: sends, until: until)
    state = .sending(lease)
    return .send(lease)
  }

  private mutating func conclude(
    _ disposition: Disposition, at now: QueueInstant, _ retry: RetryDraw
  ) -> Effect {
    switch disposition {
    case .done:
      state = .done
      floor = nil
      lastFailure = nil
    case .keep(let diagnosis, let wait):
      failures += 1
      lastFailure = diagnosis
      floor = wait.map { now + $0 }
      let due = now + retry.pause(afterFailures: failures)
      state = .pending(due: max(due, floor ?? due))
    case .pause(let diagnosis, let wait):
      lastFailure = diagnosis
      floor = wait.map { now + $0 }
      state = .paused(diagnosis)
    case .stop(let diagnosis):
      lastFailure = diagnosis
      floor = nil
      state = .stopped(diagnosis)
    }
    return .store
  }

  private mutating func wait(until instant: QueueInstant) -> Effect {
    let before = self
    state = .pending(due: max(instant, floor ?? instant))
    return self == before ? .none : .store
  }
}

// MARK: - What others ask

extension Delivery {
  public var status: TaskStatus {
    switch state {
    case .pending: .pending
    case .sending: .sending
    case .paused: .paused
    case .done: .done
    case .stopped: .stopped
    }
  }

  /// When it may be claimed at the earliest; `nil` where it may not be at all.
  public var due: QueueInstant? {
    switch state {
    case .pending(let due): due
    case .sending(let lease): lease.until
    case .paused, .done, .stopped: nil
    }
  }

  public var diagnosis: Diagnosis? {
    switch state {
    case .pending, .sending: lastFailure
    case .paused(let diagnosis), .stopped(let diagnosis): diagnosis
    case .done: nil
    }
  }

  /// The lease that is held, even where it has expired but the task was not taken yet.
  public var lease: Lease? {
    guard case .sending(let lease) = state else { return nil }
    return lease
  }
}
