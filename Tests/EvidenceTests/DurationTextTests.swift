import Testing

@testable import Evidence

@Suite struct DurationTextTests {
  @Test(
    "a duration comes back from its text, from a nanosecond to the waits that a server may name",
    arguments: [
      .zero, .nanoseconds(1), .nanoseconds(-1_500_000), .milliseconds(300), .seconds(31_536_000),
      .seconds(2_650_000_000), .seconds(9_000_000_000_000),
    ] as [Duration])
  func roundTrip(_ duration: Duration) {
    let text = EvidenceValue.millisecondText(duration)
    #expect(EvidenceValue.duration(milliseconds: text) == duration)
  }

  @Test("a longer one is written as the longest")
  func longest() {
    #expect(EvidenceValue.millisecondText(.seconds(Int64.max)) == "9000000000000000")
    #expect(EvidenceValue.millisecondText(.seconds(Int64.min)) == "-9000000000000000")
  }
}
