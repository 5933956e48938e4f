// Owns: a clock that stands still until a test moves it.

import OfflineQueue
import Synchronization

final class ManualClock: QueueClock {
  private struct Sleeper {
    let until: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var elapsed: Duration = .zero
    var wallStep: Duration = .zero
    var boot = "boot-1"
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = Mutex(Contents())
  static let start: Duration = .seconds(1_700_000_000)

  func reading() -> ClockReading {
    contents.withLock {
      ClockReading(
        wall: Self.start + $0.elapsed + $0.wallStep, uptime: .seconds(50) + $0.elapsed,
        boot: $0.boot)
    }
  }

  func sleep(for duration: Duration) async throws {
    let id = contents.withLock { contents in
      contents.nextID += 1
      return contents.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, watchers) = contents.withLock { contents in
          if contents.cancelled.contains(id) {
            return (true, [CheckedContinuation<Void, Never>]())
          }
          contents.sleepers[id] = Sleeper(
            until: contents.elapsed + duration, continuation: continuation)
          let watchers = contents.watchers
          contents.watchers = []
          return (false, watchers)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = contents.withLock { contents in
        contents.cancelled.insert(id)
        return contents.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Lets time pass and wakes whoever waited for it.
  func advance(by duration: Duration) {
    let woken = contents.withLock { contents in
      contents.elapsed += duration
      let woken = contents.sleepers.filter { $0.value.until <= contents.elapsed }
      for id in woken.keys { contents.sleepers[id] = nil }
      return Array(woken.values)
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Sets the wall clock; no time passes.
  func stepWall(by step: Duration) { contents.withLock { $0.wallStep += step } }

  /// Returns once someone sleeps, with how long until the first sleeper wakes.
  func nextWakeUp() async -> Duration {
    while true {
      let found = contents.withLock { contents in
        contents.sleepers.values.map(\.until).min().map { $0 - contents.elapsed }
      }
      if let found { return found }
      await withCheckedContinuation { continuation in
        let isThere = contents.withLock { contents in
          if !contents.sleepers.isEmpty { return true }
          contents.watchers.append(continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    }
  }
}
