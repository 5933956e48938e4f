extension FaultKind {
  static let stallBeforeCommit = FaultKind(
    name: "stall-before-commit", summary: "whole request read, nothing recorded, no answer ever",
    clientSees: "time-out", duty: .keep
  ) { _ in (.beforeCommit, .stall) }

  static let stallAfterCommit = FaultKind(
    name: "stall-after-commit", summary: "whole request read and recorded, no answer ever",
    clientSees: "time-out", duty: .keep
  ) { _ in (.afterCommit, .stall) }
}
