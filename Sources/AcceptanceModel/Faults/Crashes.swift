// Owns: the server's own death, and requests that arrive more often than they were sent.

extension FaultKind {
  static let crashes: [FaultKind] =
    pair(
      "crash", summary: "then the server dies and starts again", clientSees: "connection reset",
      parameters: recordsParameters
    ) { .crashServer(records($0)) }
    + [
      FaultKind(
        name: "crash-between-commit-and-key",
        summary: "recorded, the server dies before it stores the key: a retry is a second record",
        clientSees: "connection reset", duty: .keep
      ) { _ in (.betweenCommitAndKey, .crashServer(.kept)) },
      FaultKind(
        name: "deliver-twice", summary: "the request is processed a second time",
        clientSees: "success", duty: .complete
      ) { _ in (.beforeCommit, .deliverTwice) },
      FaultKind(
        name: "kill-client-in-answer",
        summary: "SIGKILL of the client while half of the answer is written",
        clientSees: "its own end", duty: .resume
      ) { _ in (.answerBody(byte: 5), .killClient) },
    ]

  private static let recordsParameters = [
    FaultParameter(
      "records", .choice(["kept", "lost"]),
      summary: "what the restarted server remembers; kept if left out")
  ]

  private static func records(_ arguments: FaultArguments) -> RecordsAfterRestart {
    arguments.text("records").flatMap(RecordsAfterRestart.init(rawValue:)) ?? .kept
  }
}
