// Owns: faults that meet the next request, for a server that a person works by hand: a queue.

import AcceptanceModel

struct FaultQueue: Sendable {
  private(set) var waiting: [Int] = []
  private var all: Set<Int> = []
  /// Which fault a request has taken from the queue: at most one.
  private var taken: [RequestNumber: Int] = [:]

  mutating func add(_ indexes: Range<Int>) {
    waiting += indexes
    all.formUnion(indexes)
  }

  mutating func dropWaiting() { waiting = [] }

  /// Whether the fault came by this way, so that its selector means nothing.
  func contains(_ index: Int) -> Bool { all.contains(index) }

  /// The first in the queue where its point fits; those behind it wait for their turn.
  mutating func take(for request: RequestNumber?, where fits: (Int) -> Bool) -> Int? {
    if let request, taken[request] != nil { return nil }
    guard let first = waiting.first, fits(first) else { return nil }
    waiting.removeFirst()
    if let request { taken[request] = first }
    return first
  }

  func index(takenBy request: RequestNumber) -> Int? { taken[request] }

  /// The request has ended. A fault whose point it did not reach is first in the queue again.
  mutating func leave(_ request: RequestNumber, isDone: (Int) -> Bool) {
    guard let index = taken.removeValue(forKey: request), !isDone(index) else { return }
    waiting.insert(index, at: 0)
  }
}
