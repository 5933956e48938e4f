/// What is expected of clocks, threads and limits.
package enum SystemProbes {
  package static let all = [
    PlatformProbe("thread with a stack of 4 MiB", expected: "3 MiB used") {
      let thread = SystemThread.start(stackByteCount: 4 << 20, isDetached: false) {
        var begin: UInt8 = 0
        let address = withUnsafeMutablePointer(to: &begin) { UInt(bitPattern: $0) }
        _ = Self.descend(from: address, byteCount: 3 << 20, depth: 0)
      }
      guard let thread else { return "no thread" }
      pthread_join(thread, nil)
      return "3 MiB used"
    },
    PlatformProbe("monotonic clock", expected: "forward") {
      let begin = ContinuousClock.now
      _ = poll(nil, 0, 10)
      let time = ContinuousClock.now - begin
      return time >= .milliseconds(10) ? "forward" : "\(time) in a wait of 10 ms"
    },
    PlatformProbe("limit of open descriptors") {
      var limit = rlimit()
      guard getrlimit(descriptorLimit, &limit) == 0 else { return errorName(errno) }
      return "\(Self.word(limit.rlim_cur)), at most \(Self.word(limit.rlim_max))"
    },
    PlatformProbe("processors") { "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))" },
    PlatformProbe("page size") { "\(sysconf(Int32(_SC_PAGESIZE)))" },
  ]

  private static func word(_ limit: rlim_t) -> String {
    limit >= rlim_t(Int64.max) ? "unlimited" : "\(limit)"
  }

  /// Calls itself until that many bytes of the thread's stack are in use.
  @inline(never)
  private static func descend(from begin: UInt, byteCount: UInt, depth: Int) -> Int {
    var local = depth
    let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    guard begin > here, begin - here < byteCount else { return depth }
    // Used after the call, so that no compiler turns it into a loop.
    return descend(from: begin, byteCount: byteCount, depth: depth + 1) &+ local
  }
}
