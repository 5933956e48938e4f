extension FaultKind {
  /// The Content-Length promises more than comes.
  static let cutBody = FaultKind(
    name: "cut-body", summary: "recorded; the answer ends inside its body",
    clientSees: "partial transfer", duty: .keep,
    parameters: [
      FaultParameter("byte", .integer(0...65_536), summary: "body bytes written; 5 if left out")
    ]
  ) { arguments in (.answerBody(byte: arguments.integer("byte") ?? 5), .fin) }
}
