/// POSIX threads with a stack of a given size.
///
/// Darwin gives every thread but the first 512 KiB, Linux 8 MiB, so whoever recurses or calls into a
/// large library says what it needs.
package enum SystemThread {
  package typealias Body = @Sendable () -> Void

  /// - Parameters:
  ///   - stackByteCount: Address space, not memory: only touched pages cost.
  ///   - isDetached: Otherwise the caller joins the thread.
  /// - Returns: `nil` where the system gives no more threads; `body` is not called then.
  package static func start(
    stackByteCount: Int, isDetached: Bool, _ body: @escaping Body
  ) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
    pthread_attr_setstacksize(&attributes, stackByteCount)
    let start = Unmanaged.passRetained(ThreadStart(body))
    let thread = makeThread(&attributes, start.toOpaque())
    if thread == nil { start.release() }
    return thread
  }
}

/// What a thread begins with.
final class ThreadStart: Sendable {
  private let body: SystemThread.Body

  init(_ body: @escaping SystemThread.Body) { self.body = body }

  /// Takes over the reference that was handed to the thread.
  static func run(_ context: UnsafeMutableRawPointer) {
    Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
  }
}
