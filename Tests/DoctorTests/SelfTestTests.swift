import Dispatch
import Doctor
import SystemLibrary
import Testing

@Suite struct SelfTestTests {
  @Test("one primitive that behaves otherwise fails the whole, and its row says what was seen")
  func difference() {
    let probes = [
      PlatformProbe("one", expected: "a") { "a" },
      PlatformProbe("two", expected: "a") { "b" },
      PlatformProbe("three") { "c" },
    ]
    var rows: [SelfTest.Row] = []
    #expect(SelfTest.run(probes) { rows.append($0) } == false)
    #expect(rows.map(\.isExpected) == [true, false, true])
    #expect(rows.map(\.seen) == ["a", "b", "c"])
    #expect(SelfTest.run([probes[0], probes[2]]) { _ in })
  }

  @Test("a primitive that throws is a row like any other")
  func failure() {
    struct Refused: Error, CustomStringConvertible { let description = "refused" }
    var rows: [SelfTest.Row] = []
    _ = SelfTest.run([PlatformProbe("one", expected: "a") { throw Refused() }]) { rows.append($0) }
    #expect(rows.map(\.seen) == ["error: refused"])
  }

  @Test("a primitive that never returns is a row, and the next one is run")
  func hang() {
    let forever = DispatchSemaphore(value: 0)
    let probes = [
      PlatformProbe("one", expected: "a") {
        forever.wait()
        return "a"
      },
      PlatformProbe("two", expected: "b") { "b" },
    ]
    var rows: [SelfTest.Row] = []
    #expect(SelfTest.run(probes, within: .zero) { rows.append($0) } == false)
    forever.signal()
    #expect(rows.map(\.name) == ["one", "two"])
    #expect(rows[0].seen == "nothing within 0 s")
  }
}
