// Owns: which operations have been submitted so far, one by one and as bursts.

import AcceptanceModel

struct DeclaredOperations {
  struct Entry {
    /// The step that submits it, from 1.
    let step: Int
    let process: ProcessName
    /// How many taps; the operations of a burst are called `name-1`, `name-2`, …
    let count: Int
  }

  private(set) var entries: [(name: OperationName, entry: Entry)] = []
  /// Each single operation; of a burst its parts, not its name.
  private(set) var origins: [OperationName: ProcessName] = [:]

  /// What is wrong with submitting under this name now; `nil` where it is free.
  mutating func submit(_ name: OperationName, _ entry: Entry) -> String? {
    let parts = name.taps(entry.count)
    if let taken = ([name] + parts).first(where: isKnown) {
      let first = self.entry(of: taken).map { " (first by step \($0.step))" } ?? ""
      return "the operation \"\(taken)\" is submitted twice\(first); "
        + "each tap is an operation of its own name"
    }
    entries.append((name, entry))
    for part in parts { origins[part] = entry.process }
    return nil
  }

  func isKnown(_ name: OperationName) -> Bool { origins[name] != nil || isBurst(name) }

  func isBurst(_ name: OperationName) -> Bool {
    entries.contains { $0.name == name && $0.entry.count > 1 }
  }

  private func entry(of name: OperationName) -> Entry? {
    entries.first {
      $0.name == name || $0.name.taps($0.entry.count).contains(name)
    }?.entry
  }

  /// The operations that this name refers to; none for an unknown name.
  func operations(_ name: OperationName) -> [OperationName] {
    guard let entry = entries.first(where: { $0.name == name })?.entry else {
      return origins[name] == nil ? [] : [name]
    }
    return name.taps(entry.count)
  }

  /// The end of a sentence about a name that is not known.
  func instead(of name: OperationName) -> String {
    let known = entries.map(\.name.text)
    return known.isEmpty
      ? "no step before it submits any" : Suggestion.instead(of: name.text, among: known)
  }
}
