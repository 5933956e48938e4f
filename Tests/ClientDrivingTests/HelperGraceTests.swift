import Testing

@testable import ClientDriving

@Suite struct HelperGraceTests {
  private static func wait(_ seconds: Int, isComplete: Bool = true) -> ProcessorWait {
    ProcessorWait(lacking: .seconds(seconds), isComplete: isComplete)
  }

  @Test("a helper that sleeps has the grace and no more, however busy the machine is")
  func asleep() {
    var grace = HelperGrace(.seconds(5), load: 12)
    grace.add(.seconds(5), before: Self.wait(7), after: Self.wait(7))
    #expect(grace.left(after: .seconds(5)) == .zero)
  }

  @Test("time that a helper was ready to run and had no processor is given back")
  func lacking() {
    var grace = HelperGrace(.seconds(5), load: 12)
    grace.add(.seconds(4), before: Self.wait(7), after: Self.wait(10))
    #expect(grace.left(after: .seconds(4)) == .seconds(4))
  }

  @Test(
    "several threads that lack a processor at the same time lack no more than the time that passed")
  func threads() {
    var grace = HelperGrace(.seconds(5), load: 1)
    grace.add(.seconds(2), before: Self.wait(0), after: Self.wait(16))
    #expect(grace.left(after: .seconds(2)) == .seconds(5))
  }

  @Test("where nothing is counted, a helper is taken to have had its even share of a core")
  func uncounted() {
    var grace = HelperGrace(.seconds(5), load: 4)
    grace.add(.seconds(4), before: Self.wait(0, isComplete: false), after: Self.wait(0))
    #expect(grace.left(after: .seconds(4)) == .seconds(4))
  }

  @Test("the grace grows to twenty times itself at most")
  func limit() {
    var grace = HelperGrace(.seconds(5), load: 1)
    grace.add(.seconds(500), before: Self.wait(0), after: Self.wait(500))
    #expect(grace.left(after: .zero) == .seconds(100))
  }
}
