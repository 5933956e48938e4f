// Owns: faults on a connection that was kept alive: they need `keepAlive` in the server.

extension FaultKind {
  static let keptAlive: [FaultKind] = [
    FaultKind(
      name: "close-idle", summary: "answered; the kept-alive connection is closed afterwards",
      clientSees: "success; the next request may meet a dead connection", duty: .complete
    ) { _ in (.idle, .fin) },
    FaultKind(
      name: "reset-idle", summary: "answered; the kept-alive connection is reset afterwards",
      clientSees: "success; the next request may meet a dead connection", duty: .complete
    ) { _ in (.idle, .reset) },
    FaultKind(
      name: "deaf-idle", summary: "answered; the kept-alive connection is never read again",
      clientSees: "success; the next request on it times out", duty: .complete
    ) { _ in (.idle, .stall) },
    FaultKind(
      name: "unasked-answer",
      summary: "answered; the kept-alive connection then carries a 408 that nobody asked for",
      clientSees: "success; the next request may read the wrong answer", duty: .complete
    ) { _ in (.idle, .raw(Array("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n".utf8)))
    },
  ]
}
