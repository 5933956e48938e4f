import Testing

@Suite struct SelfTestTests {
  @Test("this system behaves as the product expects, and the table names what was looked at")
  func selfTest() async throws {
    let place = try Workplace()
    let run = try await place.acceptance("doctor", "--self-test")
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    for name in [
      "port refused while closed", "peer that left, bytes unread", "reset",
      "process in a session and group of its own", "helper in a session of its own",
      "folders exchanged in one step", "lock on a folder", "monotonic clock",
      "limit of open descriptors", "thread with a stack of 4 MiB",
    ] {
      #expect(run.stdout.contains("✓ \(name) "), "\(run.stdout)")
    }
    #expect(run.stdout.contains("kernel  "))
    #expect(run.stdout.contains("swift   built by Swift 6."))
  }
}
