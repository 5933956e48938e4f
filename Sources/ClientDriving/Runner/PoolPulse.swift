import CProcess
import Dispatch
import Synchronization

/// Whether the thread pool gets on, and whether the system still makes threads.
///
/// A late pulse alone says nothing: the machine may be busy. A refused thread alone may be a peak.
final class PoolPulse: Sendable {
  static let period = Duration.seconds(1)

  /// Each has threads of its own.
  private static let queues: [DispatchQoS.QoSClass] = [
    .userInitiated, .default, .utility, .background,
  ]

  private let refusals = Mutex(ThreadRefusals(queueCount: queues.count))

  /// Sends one job through each queue of the pool; on a thread that nothing depends on, because it
  /// hangs where the pool wants another thread and cannot have it.
  func beat() {
    for (index, queue) in Self.queues.enumerated() {
      DispatchQueue.global(qos: queue).async { [self] in
        refusals.withLock { $0.answered(queue: index) }
      }
    }
    LibC.sleep(Self.period)
  }

  /// Called once in each period.
  /// - Returns: The error number of the last refusal, where the run cannot get on any more.
  func refusal() -> Int32? {
    let error = acc_start_thread({ _ in }, nil, 0)
    return refusals.withLock { $0.tried(error: error) }
  }
}

/// Decides from one try a period whether nothing will get on without further threads.
struct ThreadRefusals {
  /// Periods without an answer of a queue before a refused thread is taken for the reason.
  static let silenceLimit = 5
  /// Refusals in a row; the last comes after the silence.
  static let refusalLimit = 3
  /// Refusals in a row that no peak explains, though every queue still answers.
  static let longRefusalLimit = 20

  /// By queue: periods since its last answer.
  private var silences: [Int]
  private var refusals = 0

  init(queueCount: Int) { silences = Array(repeating: 0, count: queueCount) }

  mutating func answered(queue: Int) { silences[queue] = 0 }

  /// - Parameter error: 0 where a thread was made.
  /// - Returns: `error` where it is time to end.
  mutating func tried(error: Int32) -> Int32? {
    for queue in silences.indices { silences[queue] += 1 }
    guard error != 0 else {
      refusals = 0
      return nil
    }
    refusals += 1
    let isStuck =
      silences.contains { $0 > Self.silenceLimit } && refusals >= Self.refusalLimit
    return isStuck || refusals >= Self.longRefusalLimit ? error : nil
  }
}
