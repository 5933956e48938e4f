// Owns: the two forms of a fault that follows a complete request: before and after the commit.

extension FaultKind {
  /// Two kinds that differ in whether the write is recorded; the name ends in `-before-commit` and
  /// `-after-commit`.
  static func pair(
    _ name: String, summary: String, clientSees: String, duty: ClientObligation = .keep,
    parameters: [FaultParameter] = [],
    action: @escaping @Sendable (FaultArguments) -> FaultAction
  ) -> [FaultKind] {
    [
      FaultKind(
        name: "\(name)-before-commit", summary: "nothing recorded, \(summary)",
        clientSees: clientSees, duty: duty, parameters: parameters
      ) { (.beforeCommit, action($0)) },
      FaultKind(
        name: "\(name)-after-commit", summary: "recorded, \(summary)", clientSees: clientSees,
        duty: duty, parameters: parameters
      ) { (.afterCommit, action($0)) },
    ]
  }

  /// An answer that is cut: after the commit the server's own, before it one that looks like it.
  ///
  /// - Parameter before: The bytes that stand for the answer's beginning.
  static func cutPair(
    _ name: String, summary: String, clientSees: String, duty: ClientObligation = .keep,
    before: String,
    isReset: Bool = false, point: FaultPoint
  ) -> [FaultKind] {
    let bytes = Array(before.utf8)
    return [
      FaultKind(
        name: "\(name)-before-commit", summary: "nothing recorded, \(summary)",
        clientSees: clientSees, duty: duty
      ) { _ in (.beforeCommit, isReset ? .rawThenReset(bytes) : .raw(bytes)) },
      FaultKind(
        name: "\(name)-after-commit", summary: "recorded, \(summary)", clientSees: clientSees,
        duty: duty
      ) { _ in (point, isReset ? .reset : .fin) },
    ]
  }

  /// Bytes that are no whole HTTP answer, instead of one.
  static func rawPair(
    _ name: String, summary: String, clientSees: String, duty: ClientObligation = .keep,
    _ text: String,
    thenReset: Bool = false
  ) -> [FaultKind] {
    let bytes = Array(text.utf8)
    return pair(name, summary: summary, clientSees: clientSees, duty: duty) { _ in
      thenReset ? .rawThenReset(bytes) : .raw(bytes)
    }
  }
}
