// Owns: whole answers that are not the one for this request, or not what they look like.

extension FaultKind {
  static let wrongAnswers: [FaultKind] =
    success(
      "empty-success", "answered 200 without a body", AnswerTemplate(status: 200, body: .empty))
    + success("html-success", "answered 200 with a page", AnswerTemplate(status: 200, body: .html))
    + success(
      "wrong-json", "answered 200 with JSON that is no success",
      AnswerTemplate(status: 200, body: .text(#"["id"]"#)))
    + success(
      "error-in-success", "answered 200 with an error object",
      AnswerTemplate(status: 200, body: .text(#"{"id":1,"error":"Not recorded"}"#)))
    + success(
      "answer-of-another", "answered with another operation's success",
      AnswerTemplate(status: 200, body: .successOfAnother))
    + success(
      "wrong-media-type", "answered with the error object, as text",
      AnswerTemplate(status: 200, body: .error, mediaType: "text/plain"))
    + success("no-content", "answered 204", AnswerTemplate(status: 204, body: .empty))
    + success(
      "accepted", "answered 202", AnswerTemplate(status: 202, body: .success), duty: .keep)
    + [
      FaultKind(
        name: "two-answers", summary: "recorded, answered, and a second answer follows",
        clientSees: "success", duty: .complete
      ) { _ in (.answerEnd, .answer(AnswerTemplate(status: 500))) },
      FaultKind(
        name: "swap-answers", summary: "two requests at once each get the other's answer",
        clientSees: "a success for another operation", duty: .keep
      ) { _ in (.afterCommit, .swapAnswers) },
    ]

  private static func success(
    _ name: String, _ summary: String, _ template: AnswerTemplate,
    duty: ClientObligation = .validate
  ) -> [FaultKind] {
    pair(name, summary: summary, clientSees: "\(template.status)", duty: duty) { _ in
      .answer(template)
    }
  }
}
