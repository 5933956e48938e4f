import OfflineQueue
import Testing

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy(
    first: .milliseconds(100), cap: .seconds(2), least: .milliseconds(40))

  @Test("no pause leaves its bounds, for any number of failures and any jitter")
  func bounds() {
    for failures in [Int.min, 0, 1, 2, 5, 30, 64, 1000, .max] {
      for jitter in [-1, 0, 0.25, 0.5, 0.999, 1, 2, .nan, .infinity] {
        let pause = policy.pause(afterFailures: failures, jitter: jitter)
        #expect(pause >= policy.least && pause <= policy.cap)
      }
    }
  }

  @Test("the bound doubles up to the cap, and jitter takes its share of it")
  func doubling() {
    let whole = (1...6).map { policy.pause(afterFailures: $0, jitter: 1) }
    #expect(whole == [100, 200, 400, 800, 1600, 2000].map { .milliseconds($0) })
    #expect(policy.pause(afterFailures: 3, jitter: 0.5) == .milliseconds(200))
  }

  @Test("without jitter there is still a pause, so that no loop is hot")
  func least() {
    #expect(policy.pause(afterFailures: 1, jitter: 0) == .milliseconds(40))
  }

  @Test("ten sends a second mean pauses of more than a tenth of a second")
  func fromLimits() throws {
    let limits = try QueueLimits(maxSendsPerSecond: 10)
    #expect(limits.retryPolicy.least == .milliseconds(110))
  }

  @Test("limits that would let a task be sent twice at once are refused with a reason")
  func leaseTooShort() {
    let error = #expect(throws: QueueError.self) {
      try QueueLimits(responseTimeout: .seconds(5), lease: .seconds(5))
    }
    #expect(error?.description.contains("lease is 5.0 seconds") == true)
  }

  @Test("limits below their least are refused")
  func unfit() {
    #expect(throws: QueueError.self) { try QueueLimits(firstRetry: .zero) }
    #expect(throws: QueueError.self) { try QueueLimits(responseTimeout: .zero) }
    #expect(throws: QueueError.self) { try QueueLimits(maxInFlight: 0) }
    #expect(throws: QueueError.self) { try QueueLimits(maxSendsPerSecond: 0) }
    #expect(throws: QueueError.self) {
      try QueueLimits(retryCap: .milliseconds(50), maxSendsPerSecond: 10)
    }
    #expect(throws: QueueError.self) { try QueueLimits(keepDone: .seconds(-1)) }
  }
}
