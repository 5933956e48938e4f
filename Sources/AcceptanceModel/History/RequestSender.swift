/// Which process sent a request that carries neither an operation's marker nor a known key.
package enum RequestSender: Sendable, Hashable {
  /// A process of the client under test, or what can only be taken for one where the system has no
  /// means to distinguish.
  case client
  case foreign(ForeignSender)
}

/// Why a request is not attributed to the client under test.
package enum ForeignSender: String, Sendable, Hashable, CaseIterable {
  /// The connection belongs to a process that neither the runner nor the client started.
  case unrelatedProcess
  /// The connection belongs to the client of another scenario.
  case otherScenario
  /// The sender had closed the connection before anybody could look.
  case gone
  /// The connection's process is hidden from the runner, or can be anybody's. Its sends are served as
  /// the client's, but no finding rests on them.
  case unidentified
}

/// Both ends of a connection over the loopback, as its server sees them.
package struct ConnectionPorts: Sendable, Hashable {
  package let server: UInt16
  package let peer: UInt16

  package init(server: UInt16, peer: UInt16) {
    self.server = server
    self.peer = peer
  }
}
