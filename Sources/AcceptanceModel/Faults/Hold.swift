extension FaultKind {
  static let holdBeforeCommit = FaultKind(
    name: "hold-before-commit",
    summary: "whole request read, nothing recorded, held until a step releases it",
    clientSees: "a slow answer, or a time-out", duty: .keep
  ) { _ in (.beforeCommit, .hold) }

  static let holdAfterCommit = FaultKind(
    name: "hold-after-commit",
    summary: "whole request read and recorded, held until a step releases it",
    clientSees: "a slow answer, or a time-out", duty: .keep
  ) { _ in (.afterCommit, .hold) }
}
