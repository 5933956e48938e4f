// Owns: a place in a history.

import AcceptanceModel

/// A history entry's place and time. Order is the log's order, never the clock's.
package struct HistoryPosition: Sendable, Hashable, Comparable {
  package let sequence: Int
  /// Since the scenario's start.
  package let at: Duration

  package init(sequence: Int, at: Duration) {
    self.sequence = sequence
    self.at = at
  }

  package init(_ entry: HistoryEntry) {
    self.init(sequence: entry.sequence, at: entry.at)
  }

  package static func < (left: HistoryPosition, right: HistoryPosition) -> Bool {
    left.sequence < right.sequence
  }
}
