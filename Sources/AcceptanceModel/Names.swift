// Owns: the identifiers of the domain, one type each, so that no two can be swapped.

/// A scenario's id in the file: lower-case words joined by hyphens, unique in its table.
package struct ScenarioID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  package static func < (left: ScenarioID, right: ScenarioID) -> Bool { left.text < right.text }
}

/// What the scenario file calls one user operation: one tap on *New*, one intended record.
package struct OperationName: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }

  package static func < (left: OperationName, right: OperationName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// What the scenario file calls one running copy of the client, e.g. `app` or `background`.
package struct ProcessName: Sendable, Hashable, CustomStringConvertible {
  package static let app = ProcessName("app")

  package let text: String

  package init(_ text: String) { self.text = text }

  package var description: String { text }
}

/// One launch of the client within a scenario, counted from 1 over all its processes.
package struct LaunchNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package var description: String { "launch \(number)" }

  package static func < (left: LaunchNumber, right: LaunchNumber) -> Bool {
    left.number < right.number
  }
}

/// The client's own name for a task: its text, never shown, compared only.
package struct TaskID: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// An idempotency key as the server understood it, without quotes; or, in a stored history, the
/// token that replaces it. Compared only, never shown.
package struct IdempotencyKey: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// The text that the runner plants in an operation's body to recognise its requests.
package struct Marker: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// One request that reached the server, counted from 1 over all connections of a scenario.
package struct RequestNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package var description: String { "request \(number)" }

  package static func < (left: RequestNumber, right: RequestNumber) -> Bool {
    left.number < right.number
  }
}

/// One connection that the server accepted, counted from 1 within a scenario.
package struct ConnectionNumber: Sendable, Hashable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package var description: String { "connection \(number)" }
}

/// One record in the server, counted from 1 in the order of commitment.
package struct RecordNumber: Sendable, Hashable, CustomStringConvertible {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  package var description: String { "record \(number)" }
}
