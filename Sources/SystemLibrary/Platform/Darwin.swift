#if canImport(Darwin)

  @_exported import Darwin

  package var streamSocket: Int32 { SOCK_STREAM }

  /// Darwin has no such flag; see `refuseSignals`.
  package var noSignalOnSend: Int32 { 0 }

  /// A listener hands it down to the connections that it accepts. Set on an accepted connection that
  /// is already reset it fails with EINVAL (xnu, bsd/kern/uipc_socket.c, `sosetoptlock`), so set it
  /// before anything is connected.
  package func refuseSignals(_ socket: Int32) {
    var value: Int32 = 1
    setsockopt(
      socket, SOL_SOCKET, SO_NOSIGPIPE, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Bytes that were written and that the peer's system has not confirmed; `nil` where the socket
  /// can't say.
  package func unconfirmedByteCount(_ socket: Int32) -> Int? {
    var count: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let status = getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &length)
    return status == 0 ? Int(count) : nil
  }

  /// fsync(2) leaves the bytes in the drive's cache on Darwin; not every file system takes
  /// `F_FULLFSYNC`.
  package func synchroniseToDrive(_ descriptor: Int32) -> Int32 {
    let status = fcntl(descriptor, F_FULLFSYNC)
    return status == 0 ? 0 : fsync(descriptor)
  }

  /// By which a user asks what is running; Ctrl-T raises SIGINFO.
  package var statusSignals: [Int32] { [SIGUSR1, SIGINFO] }

  var descriptorLimit: Int32 { RLIMIT_NOFILE }

  func makeThread(
    _ attributes: inout pthread_attr_t, _ context: UnsafeMutableRawPointer
  ) -> pthread_t? {
    var thread: pthread_t?
    let status = pthread_create(
      &thread, &attributes,
      { context in
        ThreadStart.run(context)
        return nil
      }, context)
    return status == 0 ? thread : nil
  }

#endif
