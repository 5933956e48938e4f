import AcceptanceModel
import Testing

@testable import Scoring

@Suite("Which scenario of which client runs next")
struct RunQueueTests {
  private static let clients = [
    Matrices.wrong("a", .keyChanged), Matrices.wrong("b", .keyChanged), Matrices.right("r"),
  ]

  private static func queue(_ scenarioCount: Int, isQuick: Bool = false) -> RunQueue {
    RunQueue(clients: clients, scenarioCount: scenarioCount, isQuick: isQuick)
  }

  private static func drain(_ queue: inout RunQueue) -> [Cell] {
    var cells: [Cell] = []
    while let cell = queue.next() { cells.append(cell) }
    return cells
  }

  private static func begin(_ queue: inout RunQueue) throws -> Cell {
    let cell = queue.next()
    return try #require(cell)
  }

  @Test("every cell comes once, client by client")
  func everyCellOnce() {
    var queue = Self.queue(4)
    let cells = Self.drain(&queue)
    #expect(cells.map(\.client) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2])
    #expect(Set(cells).count == 12)
    #expect(queue.openCount == 0)
  }

  @Test("what took others long begins first")
  func longestFirst() throws {
    var queue = Self.queue(3)
    for seconds in [1, 9, 4] {
      let cell = try Self.begin(&queue)
      queue.ended(cell, .passed, after: .seconds(seconds))
    }
    let second = Self.drain(&queue).prefix(3)
    #expect(second.map(\.client) == [1, 1, 1])
    #expect(second.map(\.scenario) == [1, 2, 0])
  }

  @Test("a client is over when its last scenario has ended, not when it has begun")
  func isOver() throws {
    var queue = Self.queue(1)
    let cell = try Self.begin(&queue)
    #expect(!queue.isOver(0))
    queue.ended(cell, .passed, after: .seconds(1))
    #expect(queue.isOver(0))
  }

  @Test("in a quick run wrong clients run one scenario at a time, and a right one the rest")
  func quickOneAtATime() {
    var queue = Self.queue(3, isQuick: true)
    let cells = Self.drain(&queue).prefix(5)
    #expect(cells.map(\.client) == [0, 1, 2, 2, 2])
  }

  @Test("in a quick run a caught client is let go")
  func quickLetsGo() throws {
    var queue = Self.queue(5, isQuick: true)
    let cell = try Self.begin(&queue)
    queue.ended(cell, .caught, after: .seconds(1))
    #expect(queue.isOver(0))
    #expect(queue.openCount == 10)
    #expect(!Self.drain(&queue).contains { $0.client == 0 })
  }

  @Test("in a quick run the scenario comes first that has caught others by the same code")
  func quickLikeliestFirst() throws {
    var queue = Self.queue(3, isQuick: true)
    let first = try Self.begin(&queue)
    queue.ended(first, .passed, after: .seconds(1))
    let second = try Self.begin(&queue)
    #expect(second == Cell(client: 0, scenario: 1))
    queue.ended(second, .caught, after: .seconds(1))
    let third = try Self.begin(&queue)
    #expect(third == Cell(client: 1, scenario: 1))
  }

  @Test("what the runner could not tell runs once more, after all else, and then it stands")
  func untoldOnceMore() throws {
    var queue = RunQueue(
      clients: [Self.clients[0]], scenarioCount: 2, isQuick: false)
    let first = try Self.begin(&queue)
    let second = try Self.begin(&queue)
    queue.ended(first, .inconclusive("late"), after: .seconds(1))
    let early = queue.next()
    #expect(early == nil && !queue.isCalm)
    queue.ended(second, .passed, after: .seconds(1))
    #expect(!queue.isOver(0) && queue.openCount == 1)
    let again = try Self.begin(&queue)
    #expect(again == first && queue.isCalm)
    queue.ended(again, .inconclusive("late"), after: .seconds(1))
    let last = queue.next()
    #expect(last == nil && queue.isOver(0))
  }
}
