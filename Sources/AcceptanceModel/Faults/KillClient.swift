extension FaultKind {
  static let killClientBeforeCommit = FaultKind(
    name: "kill-client-before-commit",
    summary: "SIGKILL of the client while the server holds the request, nothing recorded",
    clientSees: "its own end", duty: .resume
  ) { _ in (.beforeCommit, .killClient) }

  static let killClientAfterCommit = FaultKind(
    name: "kill-client-after-commit",
    summary: "SIGKILL of the client while the server holds the request, recorded",
    clientSees: "its own end", duty: .resume
  ) { _ in (.afterCommit, .killClient) }
}
