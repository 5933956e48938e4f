import AcceptanceModel
import Judge
import Testing

@Suite("The names of a burst's operations")
struct BurstTests {
  private let a = OperationName("A")

  private func names(_ texts: String...) -> [OperationName] { texts.map { OperationName($0) } }

  @Test("several taps are numbered from 1, a single one has the name itself")
  func taps() {
    #expect(a.taps(3) == names("A-1", "A-2", "A-3"))
    #expect(a.taps(1) == [a])
  }

  @Test("an operation of another step is no part of the burst, whatever it is called")
  func otherStep() {
    let nine = Dictionary(uniqueKeysWithValues: a.taps(9).map { ($0, Optional(2)) })
    #expect(a.burst(in: nine.merging([OperationName("A-10"): 3]) { $1 }) == a.taps(9))
    #expect(a.burst(in: nine) == a.taps(9))
    #expect(a.burst(in: [OperationName("A-10"): 1]) == [])
    #expect(a.burst(in: [OperationName("A-1"): 1, OperationName("A-3"): 1]) == names("A-1"))
  }

  @Test(
    "what only looks like a number is no part of it",
    arguments: ["A-", "A-0", "A-01", "A--1", "A-+2", "A-2x", "A-1-1"])
  func otherNames(name: String) {
    #expect(a.burst(in: [OperationName("A-1"): 1, OperationName(name): 1]) == names("A-1"))
  }

  @Test("a wait for a burst is judged by the burst's own operations")
  func judged() {
    let log = Log { log in
      log.launch()
      log.runner(.stepBegan(index: 1))
      log.submit("A-1")
      log.acknowledge("A-1")
      log.submit("A-2")
      log.acknowledge("A-2")
      log.runner(.stepBegan(index: 2))
      log.submit("A-3")
      log.acknowledge("A-3")
    }
    let view = HistoryView(log.history)
    #expect(view.operations(called: a).map(\.name) == a.taps(2))
    #expect(view.operations(called: OperationName("A-3")).map(\.name) == names("A-3"))
    #expect(view.operations(called: OperationName("B")).isEmpty)
  }
}
