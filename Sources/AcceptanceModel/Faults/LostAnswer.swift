extension FaultKind {
  /// Records the write, then answers as if it had failed: the fault that started it all.
  static let lostAnswer = FaultKind(
    name: "lost-answer", summary: "recorded, then answered with an error status",
    clientSees: "503, or the status given", duty: .keep,
    parameters: [
      FaultParameter("status", .integer(500...599), summary: "the status; 503 if left out"),
      FaultParameter(
        "retryAfter", .text, summary: "Retry-After, e.g. 1: keeps a right client waiting"),
    ]
  ) { arguments in
    var headers: [String: String] = [:]
    headers["Retry-After"] = arguments.text("retryAfter")
    return (
      .afterCommit,
      .answer(AnswerTemplate(status: arguments.integer("status") ?? 503, headers: headers))
    )
  }
}
