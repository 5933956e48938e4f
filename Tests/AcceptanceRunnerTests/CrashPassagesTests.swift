import AcceptanceModel
import FaultServer
import Testing

@testable import AcceptanceRunner

@Suite("Where a run is interrupted") struct CrashPassagesTests {
  private static func passages(_ points: CrashPoint...) -> CrashPassages {
    CrashPassages(points: points)
  }

  private static func meets(_ passages: inout CrashPassages, _ event: CrashPassages.Event) {
    let isMet = passages.pass(event)
    #expect(isMet, "\(event)")
  }

  private static func misses(_ passages: inout CrashPassages, _ event: CrashPassages.Event) {
    let isMet = passages.pass(event)
    #expect(!isMet, "\(event)")
  }

  @Test("the planned one of several equal moments is met, and none that follows it")
  func numbered() {
    var passages = Self.passages(.server(.afterCommit, number: 2))
    Self.misses(&passages, .server(.afterCommit))
    Self.misses(&passages, .server(.bodyRead))
    Self.meets(&passages, .server(.afterCommit))
    #expect(passages.isStruck && passages.reachedCount == 1 && passages.next == nil)
    Self.misses(&passages, .server(.afterCommit))
  }

  @Test("what a dying client still does is not counted, and the relaunch counts anew")
  func second() {
    var passages = Self.passages(
      .command("submit", .answered, number: 1), .server(.bodyRead, number: 1))
    Self.misses(&passages, .server(.bodyRead))
    Self.meets(&passages, .command("submit", .answered))
    Self.misses(&passages, .server(.bodyRead))
    #expect(passages.reachedCount == 1)
    passages.resume()
    #expect(!passages.isStruck)
    Self.meets(&passages, .server(.bodyRead))
    #expect(passages.reachedCount == 2)
  }

  @Test("a run without a plan only notes what it passes; of looks at the list the first one")
  func probe() {
    var passages = Self.passages()
    for event in [
      CrashPassages.Event.command("hello", .written), .command("tasks", .written),
      .command("tasks", .written), .server(.accepted), .call, .fault,
    ] {
      Self.misses(&passages, event)
    }
    #expect(
      passages.passed == [
        .command("hello", .written, number: 1), .command("tasks", .written, number: 1),
        .server(.accepted, number: 1),
      ])
  }

  @Test("the tracer's death is met by the tracer's point alone")
  func calls() {
    var passages = Self.passages(.call(number: 7, .before))
    Self.misses(&passages, .fault)
    Self.misses(&passages, .server(.accepted))
    Self.meets(&passages, .call)
    var fault = Self.passages(
      .fault(
        PlannedFault(
          kind: "custom", selector: .request(1...1), point: .beforeCommit, action: .reset)))
    Self.misses(&fault, .call)
    Self.meets(&fault, .fault)
  }
}
