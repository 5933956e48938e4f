// Owns: a second thread for connections that stay: one thread alone would use one processor only.
// Does not own: looking after them (ConnectionReactor).

import Synchronization

final class IdlePoller: Sendable {
  private struct State {
    var arrivals: [ConnectionHandler] = []
    var isRunning = false
    var isClosing = false
  }

  private let workers: WorkerPool
  private let state = Mutex(State())
  private let changed: WakeUp

  /// Nothing runs before somebody comes.
  init(workers: WorkerPool) throws(FaultServerError) {
    self.workers = workers
    changed = try WakeUp()
  }

  /// - Returns: `false` where there is no thread for it: the connection is still the caller's.
  func take(_ connectionHandler: ConnectionHandler) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isRunning { state.isRunning = workers.run { [self] in run() } }
      if state.isRunning { state.arrivals.append(connectionHandler) }
      return state.isRunning
    }
    if isTaken { changed.set() }
    return isTaken
  }

  /// No more connections are accepted; those that are here are closed.
  func close() {
    state.withLock { $0.isClosing = true }
    changed.set()
  }

  private func run() {
    let reactor = ConnectionReactor()
    while true {
      let seen = reactor.wait(at: nil, call: changed, until: .now + .seconds(3600))
      guard seen.isCalled else { continue }
      changed.clear()
      let (arrivals, isClosing) = state.withLock { state in
        defer { state.arrivals = [] }
        return (state.arrivals, state.isClosing)
      }
      for connectionHandler in arrivals { reactor.receive(connectionHandler) }
      if isClosing { return reactor.close() }
    }
  }
}
