#if os(Linux)

  @_exported import Glibc

  /// For socket(2): the enumeration of glibc's headers is a type of its own.
  package var streamSocket: Int32 { Int32(SOCK_STREAM.rawValue) }

  package var noSignalOnSend: Int32 { Int32(MSG_NOSIGNAL) }

  /// Nothing to do: Linux is asked at each send.
  package func refuseSignals(_ socket: Int32) {}

  /// Bytes that were written and that the peer's system has not confirmed; `nil` where the socket
  /// can't say.
  package func unconfirmedByteCount(_ socket: Int32) -> Int? {
    var count: Int32 = 0
    return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : nil
  }

  /// fsync(2): Linux has the drive write its cache too.
  package func synchroniseToDrive(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

  /// By which a user asks what is running.
  package var statusSignals: [Int32] { [SIGUSR1] }

  /// For getrlimit(2), whose first parameter is an enumeration in glibc's headers.
  var descriptorLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  func makeThread(
    _ attributes: inout pthread_attr_t, _ context: UnsafeMutableRawPointer
  ) -> pthread_t? {
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { context in
        if let context { ThreadStart.run(context) }
        return nil
      }, context)
    return status == 0 ? thread : nil
  }

#endif
