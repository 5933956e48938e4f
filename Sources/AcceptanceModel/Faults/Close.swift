extension FaultKind {
  static let closeBeforeCommit = FaultKind(
    name: "close-before-commit",
    summary: "whole request read, nothing recorded, then closed without a byte",
    clientSees: "empty reply", duty: .keep
  ) { _ in (.beforeCommit, .fin) }

  static let closeAfterCommit = FaultKind(
    name: "close-after-commit",
    summary: "whole request read and recorded, then closed without a byte",
    clientSees: "empty reply", duty: .keep
  ) { _ in (.afterCommit, .fin) }
}
