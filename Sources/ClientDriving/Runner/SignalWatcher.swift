import CProcess
import Dispatch
import Synchronization

/// Hears signals on a thread of its own, whatever the thread pool does.
///
/// libdispatch waits without end for a thread that the system refuses, on the thread that has
/// something to do for it. So the watcher calls no handler itself, and it ends the process where no
/// thread can be had for one.
package final class SignalWatcher: Sendable {
  /// What the process that is watched does about what it cannot go on with, or should know.
  package struct Responses: Sendable {
    /// The system has refused new threads for so long that nothing will get on. Called on a thread
    /// of the watcher's own; must end the process.
    let threadsRefused: @Sendable (DrivingError) -> Void
    /// Another process had stopped the runner, and its guard has continued it.
    let continuedByGuard: @Sendable () -> Void

    package init(
      threadsRefused: @escaping @Sendable (DrivingError) -> Void,
      continuedByGuard: @escaping @Sendable () -> Void
    ) {
      self.threadsRefused = threadsRefused
      self.continuedByGuard = continuedByGuard
    }
  }

  /// Cancels itself when it is dropped.
  package final class Subscription: Sendable {
    private let number: Int

    fileprivate init(number: Int) { self.number = number }

    deinit { SignalWatcher.state.withLock { $0.handlers[number] = nil } }
  }

  private struct State {
    var handlers: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
    var isBegun = false
    var guardian: RunReaper?
  }

  private static let state = Mutex(State())

  private let reading: Int32
  private let pulse = PoolPulse()
  private let responses: Responses

  private init(reading: Int32, responses: Responses) {
    self.reading = reading
    self.responses = responses
  }

  /// `handler` is called on a thread of its own for each SIGINT, SIGTERM and SIGHUP until the
  /// subscription is dropped. While there is none, they have their default effect.
  package static func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription {
    state.withLock { state in
      state.lastNumber += 1
      state.handlers[state.lastNumber] = handler
      return Subscription(number: state.lastNumber)
    }
  }

  /// Notified of stops that the user asked for, so that it does not continue the runner; `nil`:
  /// none.
  static func watch(with guardian: RunReaper?) { state.withLock { $0.guardian = guardian } }

  static func begin(_ responses: Responses) throws(DrivingError) {
    guard
      state.withLock({ state in
        defer { state.isBegun = true }
        return !state.isBegun
      })
    else { return }
    var ends: [Int32] = [-1, -1]
    guard acc_pipe(&ends) == 0, acc_set_nonblocking(ends[1]) == 0 else {
      throw .system(call: "a pipe for the runner itself", errno: LibC.lastError)
    }
    let watcher = SignalWatcher(reading: ends[0], responses: responses)
    try OwnThread.start { while true { watcher.turn() } }
    try OwnThread.start { [pulse = watcher.pulse] in while true { pulse.beat() } }
    for number in [LibC.interrupt, LibC.terminate, LibC.continue] {
      guard acc_note_signal(number, ends[1], false) == 0 else {
        throw .system(call: "to handle a signal", errno: LibC.lastError)
      }
    }
    // As nohup and shells without job control want it.
    for number in [LibC.hangUp, LibC.terminalStop] {
      guard acc_note_signal(number, ends[1], true) == 0 else {
        throw .system(call: "to handle a signal", errno: LibC.lastError)
      }
    }
  }

  private func turn() {
    for note in notes(within: PoolPulse.period) { handle(note) }
    guard let error = pulse.refusal() else { return }
    responses.threadsRefused(.threadRefused(errno: error))
  }

  private func notes(within limit: Duration) -> [acc_signal_note] {
    guard LibC.isReadable(reading, within: limit) else { return [] }
    let size = MemoryLayout<acc_signal_note>.size
    // Each was written at once and is shorter than what a pipe may divide.
    guard let bytes = LibC.readBytes(reading, limit: 64 * size) else { return [] }
    return bytes.withUnsafeBytes { buffer in
      (0..<buffer.count / size).map {
        buffer.loadUnaligned(fromByteOffset: $0 * size, as: acc_signal_note.self)
      }
    }
  }

  private func handle(_ note: acc_signal_note) {
    let (handlers, guardian) = Self.state.withLock { ($0.handlers, $0.guardian) }
    switch note.number {
    case LibC.interrupt, LibC.terminate, LibC.hangUp:
      if handlers.isEmpty { acc_die_of(note.number) }
      call(Array(handlers.values))
    case LibC.continue:
      if let guardian, note.sender == guardian.processID { call([responses.continuedByGuard]) }
    case LibC.terminalStop:
      guard isUsers(note.sender) else { return }
      guardian?.tell(.pausing)
      LibC.signalProcess(LibC.processID, LibC.stop)
      guardian?.tell(.resumed)
    default: return
    }
  }

  /// A terminal's key has no sender; a client has no business to stop its runner.
  private func isUsers(_ sender: Int32) -> Bool {
    guard sender != 0 else { return true }
    guard let session = ProcessTable.entry(sender)?.session else { return false }
    return !ProcessRegistry.shared.hasSession(session)
  }

  private func call(_ handlers: [@Sendable () -> Void]) {
    do {
      try OwnThread.start { for handler in handlers { handler() } }
    } catch {
      responses.threadsRefused(error)
    }
  }
}
