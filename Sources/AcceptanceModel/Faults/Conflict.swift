extension FaultKind {
  static let conflict = FaultKind(
    name: "conflict", summary: "the record under the key is given another body, then answered 409",
    clientSees: "409, or the profile's status", duty: .stop
  ) { _ in (.beforeCommit, .otherBody) }
}
