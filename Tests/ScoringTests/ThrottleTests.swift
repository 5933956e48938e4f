import Scoring
import Testing

@Suite("How many scenarios run at once")
struct ThrottleTests {
  private static let machine = Throttle(processorCount: 2, openFileLimit: 20_000)

  private static func after(
    _ lateness: Int, load: Double? = 1, looks: Int, from throttle: Throttle = machine,
    runningCount: (Throttle) -> Int = { $0.limit }
  ) -> Throttle {
    var throttle = throttle
    for _ in 0..<looks {
      throttle.take(
        lateness: .milliseconds(lateness), load: load, runningCount: runningCount(throttle))
    }
    return throttle
  }

  @Test("more and more while sleepers are woken in time, up to a limit")
  func grows() {
    #expect(Self.machine.limit == 12)
    #expect(Self.after(1, looks: 10).limit > 20)
    #expect(Self.after(1, looks: 1000).limit == 64)
  }

  @Test("fewer while they are woken late, down to where it began")
  func shrinks() {
    let many = Self.after(1, looks: 1000)
    #expect(Self.after(60, looks: 10, from: many).limit < 50)
    #expect(Self.after(60, looks: 1000, from: many).limit == 12)
  }

  @Test("fewer while threads queue for a processor, though sleepers are woken")
  func crowded() {
    let many = Self.after(1, looks: 1000)
    #expect(Self.after(1, load: 6, looks: 1000, from: many).limit == 12)
    #expect(Self.after(1, load: 6, looks: 100).limit == 12)
    #expect(Self.after(1, load: nil, looks: 1000).limit == 64)
  }

  @Test("as many as before where they are a little late")
  func stays() {
    // What was measured before wears off in a few looks.
    let some = Self.after(15, looks: 10, from: Self.after(1, looks: 10))
    #expect(Self.after(15, looks: 100, from: some).limit == some.limit)
  }

  @Test("one that comes late changes nothing")
  func isSteady() {
    let some = Self.after(1, looks: 10)
    #expect(Self.after(80, looks: 1, from: some).limit == some.limit)
  }

  @Test("no more than are wanted: who can't fill the limit needs none above it")
  func unfilled() {
    #expect(Self.after(1, looks: 100, runningCount: { _ in 3 }).limit == 12)
  }

  @Test("a number that was asked for stays, however late it gets")
  func fixed() {
    #expect(Self.after(0, looks: 100, from: Throttle(fixed: 5)).limit == 5)
    #expect(Self.after(900, looks: 100, from: Throttle(fixed: 5)).limit == 5)
  }

  @Test("where few files may be open, few scenarios run")
  func openFiles() {
    #expect(Throttle(processorCount: 8, openFileLimit: 256).limit == 8)
    #expect(Throttle(processorCount: 8, openFileLimit: 0).limit == 1)
  }
}
