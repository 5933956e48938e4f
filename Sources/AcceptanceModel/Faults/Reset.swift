extension FaultKind {
  static let resetBeforeCommit = FaultKind(
    name: "reset-before-commit", summary: "whole request read, nothing recorded, then reset",
    clientSees: "connection reset", duty: .keep
  ) { _ in (.beforeCommit, .reset) }

  static let resetAfterCommit = FaultKind(
    name: "reset-after-commit", summary: "whole request read and recorded, then reset",
    clientSees: "connection reset", duty: .keep
  ) { _ in (.afterCommit, .reset) }
}
