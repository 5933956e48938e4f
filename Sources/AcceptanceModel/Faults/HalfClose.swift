extension FaultKind {
  static let halfClosing = pair(
    "half-close", summary: "then FIN without a byte, while reading goes on",
    clientSees: "empty reply"
  ) { _ in .halfClose }
}
