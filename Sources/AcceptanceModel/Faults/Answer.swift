extension FaultKind {
  static let answerBeforeCommit = FaultKind(
    name: "answer-before-commit", summary: "nothing recorded, answered with a status of choice",
    clientSees: "the status", duty: .validate, parameters: answerParameters
  ) { (.beforeCommit, .answer(template($0))) }

  static let answerAfterCommit = FaultKind(
    name: "answer-after-commit", summary: "recorded, answered with a status of choice",
    clientSees: "the status", duty: .validate, parameters: answerParameters
  ) { (.afterCommit, .answer(template($0))) }

  private static let answerParameters = [
    FaultParameter("status", .integer(200...599), isRequired: true, summary: "the status"),
    FaultParameter(
      "body", .choice(["empty", "error", "html", "success", "success-of-another"]),
      summary: "what the body is; error if left out"),
    FaultParameter("text", .text, summary: "the body's text, instead of `body`"),
    FaultParameter(
      "headers", .texts, summary: "headers to add; {port}, {path} and {otherPort} are filled in"),
    FaultParameter("mediaType", .text, summary: "the Content-Type"),
  ]

  private static func template(_ arguments: FaultArguments) -> AnswerTemplate {
    let body: AnswerTemplate.Body =
      if let text = arguments.text("text") {
        .text(text)
      } else {
        switch arguments.text("body") {
        case "empty": .empty
        case "html": .html
        case "success": .success
        case "success-of-another": .successOfAnother
        default: .error
        }
      }
    return AnswerTemplate(
      status: arguments.integer("status") ?? 500, body: body,
      headers: arguments.texts("headers"), mediaType: arguments.text("mediaType"))
  }
}
