import CProcess

/// A thread that belongs to no pool, for calls that block for long.
package enum OwnThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread with every signal blocked.
  ///
  /// - Parameter stackBytes: 0 for the system's default, as the thread pool's threads have it.
  /// - Throws: `DrivingError.system` where the system refuses another thread.
  package static func start(
    stackBytes: Int = 0, _ body: @escaping @Sendable () -> Void
  ) throws(DrivingError) {
    let retained = Unmanaged.passRetained(Body(body))
    let error = acc_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, retained.toOpaque(), stackBytes)
    guard error != 0 else { return }
    retained.release()
    throw .threadRefused(errno: error)
  }
}
