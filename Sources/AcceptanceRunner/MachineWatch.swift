import AcceptanceModel
import Synchronization

/// What kept the runner, or every process of the machine, from being on time.
///
/// All are sums since the watch began; the difference of two readings is what happened between
/// them.
package struct MachineReading: Sendable, Hashable {
  package var at: ContinuousClock.Instant
  /// How late the runner's own timers were.
  var lateness: Duration = .zero
  /// For how long at least one task of the machine waited for storage or for memory.
  var stall: Duration = .zero
  /// Of runnable threads per core, one sample each 200 ms.
  var loadSum = 0.0
  var loadCount = 0

  /// - Returns: How long the runner or its storage were not there between `start` and this reading.
  func delay(since start: MachineReading) -> Duration {
    lateness - start.lateness + stall - start.stall
  }

  /// The mean of runnable threads per core since `start`; 0 where no sample lies between.
  package func load(since start: MachineReading) -> Double {
    let count = loadCount - start.loadCount
    return count > 0 ? (loadSum - start.loadSum) / Double(count) : 0
  }
}

/// Measures how late this process is, by a timer that should fire every 20 ms.
///
/// One for the process, awake only while a scenario runs.
package final class MachineWatch: Sendable {
  package static let shared = MachineWatch()

  private static let interval: Duration = .milliseconds(20)
  /// Load and pressure are read from files: not with every tick.
  private static let ticksPerSample = 10

  private struct State {
    var log = DelayLog(at: .now)
    var userCount = 0
    var timer: Task<Void, Never>?
    /// When the pending tick is due.
    var due: ContinuousClock.Instant?
  }

  private let clock = ContinuousClock()
  private let state = Mutex(State())

  /// Each call needs one of `end`.
  package func begin() {
    state.withLock { state in
      state.userCount += 1
      guard state.userCount == 1 else { return }
      state.log = DelayLog(at: clock.now, pressure: StallPressure.total())
      state.timer = Task.detached { await self.run() }
    }
  }

  package func end() {
    state.withLock { state in
      state.userCount -= 1
      guard state.userCount == 0 else { return }
      state.timer?.cancel()
      state.timer = nil
      state.due = nil
    }
  }

  /// The sums as of now. A tick that is overdue counts already.
  package func reading() -> MachineReading {
    let now = clock.now
    return state.withLock { state in
      state.log.reading(at: now, late: state.due.map { max(.zero, $0.duration(to: now)) } ?? .zero)
    }
  }

  /// Every delay of the runner's own since `start`, the longest ones where there are very many.
  package func delays(since start: ContinuousClock.Instant) -> [RunnerDelay] {
    state.withLock { $0.log.delays(since: start) }
  }

  private func run() async {
    var tick = 0
    while !Task.isCancelled {
      let due = clock.now.advanced(by: Self.interval)
      state.withLock { if $0.userCount > 0 { $0.due = due } }
      guard (try? await Task.sleep(until: due, tolerance: .zero, clock: clock)) != nil else {
        return
      }
      tick += 1
      let now = clock.now
      let late = due.duration(to: now)
      let sample: DelayLog.Sample? =
        tick.isMultiple(of: Self.ticksPerSample)
        ? .init(load: MachineLoad.perProcessor(), pressure: StallPressure.total()) : nil
      state.withLock { state in
        state.due = nil
        state.log.tick(at: now, late: late, sample)
      }
    }
  }
}

/// The watch's sums and its longest delays, as a value.
struct DelayLog {
  struct Sample {
    let load: Double?
    /// See `StallPressure`.
    let pressure: Duration?
  }

  /// A timer of a machine at rest is up to about 2 ms late; what is shorter is no delay.
  static let least: Duration = .milliseconds(5)
  /// What a scenario's terms list singly: shorter delays can't turn a prompt answer into a late one.
  static let leastListed: Duration = .milliseconds(50)
  /// Delays that are remembered; an hour of a machine that is late in every second tick.
  static let listLimit = 20_000

  private var sums: MachineReading
  private var pressure: Duration?
  private var long: [(end: ContinuousClock.Instant, by: Duration)] = []

  init(at start: ContinuousClock.Instant, pressure: Duration? = nil) {
    sums = MachineReading(at: start)
    self.pressure = pressure
  }

  mutating func tick(at now: ContinuousClock.Instant, late: Duration, _ sample: Sample?) {
    sums.at = now
    if late >= Self.least { sums.lateness += late }
    if late >= Self.leastListed {
      long.append((now, late))
      if long.count > Self.listLimit { long.removeFirst(Self.listLimit / 2) }
    }
    guard let sample else { return }
    if let load = sample.load {
      sums.loadSum += load
      sums.loadCount += 1
    }
    if let before = pressure, let after = sample.pressure, after > before {
      sums.stall += after - before
    }
    pressure = sample.pressure
  }

  func reading(at now: ContinuousClock.Instant, late: Duration) -> MachineReading {
    var reading = sums
    reading.at = now
    if late >= Self.least { reading.lateness += late }
    return reading
  }

  func delays(since start: ContinuousClock.Instant) -> [RunnerDelay] {
    let own = long.filter { $0.end > start }.map { delay in
      RunnerDelay(endedAt: start.duration(to: delay.end), lateBy: delay.by)
    }
    guard own.count > RunnerDelay.countLimit else { return own }
    return own.sorted { $0.lateBy > $1.lateBy }.prefix(RunnerDelay.countLimit)
      .sorted { $0.endedAt < $1.endedAt }
  }
}
