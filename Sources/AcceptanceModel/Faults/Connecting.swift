// Owns: faults on a connection before anything is read. They are selected by connection or request.

extension FaultKind {
  static let connecting: [FaultKind] = [
    FaultKind(
      name: "stall-on-accept", summary: "the connection is accepted and never read",
      clientSees: "time-out", duty: .keep
    ) { _ in (.accept, .stall) },
    FaultKind(
      name: "reset-on-accept", summary: "the connection is accepted and reset at once",
      clientSees: "connection reset", duty: .keep
    ) { _ in (.accept, .reset) },
    FaultKind(
      name: "close-on-accept", summary: "the connection is accepted and closed at once",
      clientSees: "connection reset, or an empty reply", duty: .keep
    ) { _ in (.accept, .fin) },
    FaultKind(
      name: "refuse-on-accept",
      summary: "the connection is reset, and further ones are refused until the server is up",
      clientSees: "connection reset, then refused", duty: .keep
    ) { _ in (.accept, .refuse) },
  ]

  /// The listener goes down with a request in hand; a step `server up` brings it back.
  static let refusing = pair(
    "refuse", summary: "then reset, and connections are refused until the server is up",
    clientSees: "connection reset, then refused"
  ) { _ in .refuse }
}
