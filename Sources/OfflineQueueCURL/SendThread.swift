import SystemLibrary

enum SendThread {
  /// What Darwin gives every thread but the first, so enough for libcurl and a TLS library; the
  /// 8 MiB of Linux are not needed.
  private static let stackByteCount = 512 * 1024

  /// Runs `work` on a thread of its own, which ends with it. libcurl would otherwise hold one of
  /// the few threads on which all of the process's tasks run.
  ///
  /// - Returns: False where the system has no more threads; `work` is not called then.
  static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    SystemThread.start(stackByteCount: stackByteCount, isDetached: true, work) != nil
  }
}
