// Owns: a thread for one blocking send. The only file of this module that differs between
// platforms.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

enum SendThread {
  /// What Darwin gives every thread but the first, so enough for libcurl and a TLS library; the
  /// 8 MiB of Linux are not needed.
  private static let stackByteCount = 512 * 1024

  /// Runs `work` on a thread of its own, which ends with it. libcurl would otherwise hold one of
  /// the few threads on which all of the process's tasks run.
  ///
  /// - Returns: False where the system has no more threads; `work` is not called then.
  static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackByteCount)
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, perform, box.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, perform, box.toOpaque())
    #endif
    if status != 0 { box.release() }
    return status == 0
  }

  private final class Work: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  #if canImport(Darwin)
    private static let perform:
      @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
        { context in
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().call()
          return nil
        }
  #else
    private static let perform:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().call() }
        return nil
      }
  #endif
}
