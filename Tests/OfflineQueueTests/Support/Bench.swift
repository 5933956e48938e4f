// Owns: a queue on a clock and a sender of the test's own, and waiting for its changes.

import OfflineQueue
import Synchronization

final class Bench: Sendable {
  let clock: ManualClock
  let sender = ScriptedSender()
  let queue: OfflineQueue
  private let changes: AsyncStream<(TaskID, TaskStatus)>

  /// - Parameter jitter: The share of each pause's bound, the same each time.
  init(
    store: any WriteStore = InMemoryWriteStore(), clock: ManualClock = ManualClock(),
    jitter: Double = 1, maxInFlight: Int = 4
  ) throws {
    let (changes, change) = AsyncStream.makeStream(of: (TaskID, TaskStatus).self)
    self.changes = changes
    self.clock = clock
    queue = OfflineQueue(
      store: store, sender: sender,
      limits: try QueueLimits(
        firstRetry: .milliseconds(200), retryCap: .seconds(2), responseTimeout: .seconds(5),
        lease: .seconds(10), maxInFlight: maxInFlight),
      sources: QueueSources(clock: clock, jitter: { jitter }),
      observer: { id, delivery in change.yield((id, delivery.status)) })
  }

  /// Returns when a task, or this one, has come to stand so; earlier changes are passed over.
  func reached(_ status: TaskStatus, _ id: TaskID? = nil) async {
    for await (changed, now) in changes where now == status && (id ?? changed) == changed { return }
  }

  /// How long until the queue wakes up, once it has dealt with all that happened so far.
  func nextWakeUp() async throws -> Duration {
    // A turn on the queue's own thread: what a change led to is done when it comes.
    _ = try await queue.tasks()
    return await clock.nextWakeUp()
  }

  /// The instant that the queue has now, for claims of the test's own.
  func now(of store: InMemoryWriteStore) -> QueueInstant {
    let reading = clock.reading()
    return store.agreeOnTime(reading).instant(at: reading)
  }

  func only() async throws -> TaskListing? { try await queue.tasks().first }
}
