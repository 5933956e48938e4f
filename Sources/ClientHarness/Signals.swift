// Owns: the signals that this process handles by itself.

import SystemLibrary

struct Signals: Sendable {
  /// Call before any other thread exists.
  static func takeOver() -> Signals {
    signal(SIGPIPE, SIG_IGN)
    var set = terminationSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return Signals()
  }

  /// Blocks the calling thread until SIGTERM comes. Made for the main thread: a sleeping
  /// `dispatchMain` would take the signal with its default effect.
  func awaitTermination() {
    var set = Self.terminationSet
    var received: Int32 = 0
    while sigwait(&set, &received) != 0 {}
  }

  private static var terminationSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    return set
  }
}
