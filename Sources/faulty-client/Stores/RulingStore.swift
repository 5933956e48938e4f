// Owns: a store that concludes a send otherwise than the queue ruled.

import ClientHarness
import OfflineQueue

/// What becomes of a task at the end of a send.
enum Conclusion {
  case ruled(Disposition)
  /// The ruling, with another pause before the next send.
  case paused(Disposition, RetryPolicy)
  /// The task is removed, as if it had never been.
  case vanish
}

struct RulingStore: ForwardingStore {
  let base: any WriteStore
  /// Asked at the end of each send; the lease says the how-manieth it was.
  let conclude: @Sendable (Disposition, Lease) -> Conclusion

  func apply(
    _ event: Delivery.Event, to id: TaskID, under lease: Lease?
  ) throws -> Delivery? {
    guard case .ruled(let disposition, let now, let retry) = event, let lease else {
      return try base.apply(event, to: id, under: lease)
    }
    switch conclude(disposition, lease) {
    case .ruled(let other):
      return try base.apply(.ruled(other, at: now, retry: retry), to: id, under: lease)
    case .paused(let other, let policy):
      let draw = RetryDraw(policy: policy, jitter: 1)
      return try base.apply(.ruled(other, at: now, retry: draw), to: id, under: lease)
    case .vanish:
      let delivery = try base.apply(event, to: id, under: lease)
      _ = try base.remove(id)
      return delivery
    }
  }
}

extension ClientParts {
  mutating func concludeSends(_ conclude: @escaping @Sendable (Disposition, Lease) -> Conclusion) {
    store = RulingStore(base: store, conclude: conclude)
  }

  /// Done tasks are removed at once instead of being listed for a while. No fault by itself.
  mutating func forgetDone() {
    concludeSends { disposition, _ in disposition == .done ? .vanish : .ruled(disposition) }
  }
}

extension RetryPolicy {
  /// The same pause each time.
  static func always(_ pause: Duration) -> RetryPolicy {
    RetryPolicy(first: pause, cap: pause, least: pause)
  }

  /// So long that no test waits for it: a month.
  static let never = always(.seconds(30 * 86_400))
}
