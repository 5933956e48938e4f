// Owns: what a generated scenario consists of. Does not own: how one is generated
// (PlanMaker), made simpler (Shrinking) or written down (PlanScenario).

/// Operations and the troubles that their sends meet, with what the user does between.
///
/// Every plan is one that a right client survives: each trouble is one after which it sends again,
/// so each operation ends recorded once and done.
package struct GeneratedScenario: Sendable, Hashable {
  package struct Operation: Sendable, Hashable {
    /// A capital letter.
    package let name: String
    /// The operation whose content this tap repeats; `nil` where the content is its own.
    package var like: String?
    /// Names of fault kinds: what the first, second, … send meets.
    package var troubles: [String]
    /// Whether the listener is down while the user taps.
    package var isOffline: Bool
    /// What happens once the tap was acknowledged.
    package var after: Interlude?

    package init(
      name: String, like: String? = nil, troubles: [String] = [], isOffline: Bool = false,
      after: Interlude? = nil
    ) {
      self.name = name
      self.like = like
      self.troubles = troubles
      self.isOffline = isOffline
      self.after = after
    }
  }

  package enum Interlude: String, Sendable, Hashable, CaseIterable {
    case sync, kill, quit
  }

  /// In the order of the taps.
  package var operations: [Operation]
  /// Names of kinds that kill the client while it sends the last operation, each followed by a
  /// launch: what its sends meet after its own troubles.
  package var deaths: [String]
  /// Whether the end is awaited in silence, in which a client that continues too long is noticed.
  package var endsInSilence: Bool

  package init(operations: [Operation], deaths: [String] = [], endsInSilence: Bool = false) {
    self.operations = operations
    self.deaths = deaths
    self.endsInSilence = endsInSilence
  }
}

extension GeneratedScenario {
  /// Whether the client is killed in it, at an instant that is never quite the same.
  package var kills: Bool { !deaths.isEmpty || operations.contains { $0.after == .kill } }

  /// One line, e.g. `A: lost-answer, then killed; B like A`.
  package var summary: String {
    let parts = operations.enumerated().map { index, operation in
      let isLast = index == operations.count - 1
      let troubles = operation.troubles + (isLast ? deaths : [])
      var text = operation.name
      if let like = operation.like { text += " like \(like)" }
      if operation.isOffline { text += " offline" }
      if !troubles.isEmpty { text += ": " + troubles.joined(separator: ", ") }
      if let after = operation.after { text += ", then \(after.rawValue)" }
      return text
    }
    return parts.joined(separator: "; ") + (endsInSilence ? "; silence" : "")
  }

  /// What a person has to read: operations, troubles, deaths, interludes.
  package var size: Int {
    operations.reduce(deaths.count + (endsInSilence ? 1 : 0)) { size, operation in
      size + 1 + operation.troubles.count + (operation.isOffline ? 1 : 0)
        + (operation.after == nil ? 0 : 1)
    }
  }
}
