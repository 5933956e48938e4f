// Owns: due tasks by time, then by age, in logarithmic time (a binary heap).
// Does not own: whether an entry still holds: a task that moved leaves its old entry behind.

struct DueHeap {
  private var entries: [(instant: QueueInstant, order: UInt64, id: TaskID)] = []
  private var inserted: UInt64 = 0

  var first: (QueueInstant, TaskID)? { entries.first.map { ($0.instant, $0.id) } }

  mutating func insert(_ instant: QueueInstant, _ id: TaskID) {
    inserted += 1
    entries.append((instant, inserted, id))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(child, parent) else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && precedes(child, least) {
        least = child
      }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (entries[left], entries[right])
    return (a.instant, a.order) < (b.instant, b.order)
  }
}
