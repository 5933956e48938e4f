// Owns: statuses that refuse, ask to wait, ask for credentials or send elsewhere.

extension FaultKind {
  static let refusals: [FaultKind] =
    pair(
      "busy", summary: "answered with a status that asks to come back later",
      clientSees: "the status", duty: .keep, parameters: busyParameters
    ) { arguments in
      let headers = arguments.text("retryAfter").map { ["Retry-After": $0] } ?? [:]
      let status = arguments.text("status").flatMap { Int($0) } ?? 503
      return .answer(AnswerTemplate(status: status, headers: headers))
    }
    + pair(
      "refused", summary: "answered with a status that is final", clientSees: "the status",
      duty: .stop,
      parameters: [
        FaultParameter(
          "status", .choice(["400", "404", "405", "410", "413", "415", "422"]),
          summary: "the status; 422 if left out")
      ]
    ) { .answer(AnswerTemplate(status: $0.text("status").flatMap { Int($0) } ?? 422)) }
    + pair(
      "unauthorized", summary: "answered with a status that asks for credentials",
      clientSees: "the status", duty: .pause,
      parameters: [
        FaultParameter("status", .choice(["401", "403"]), summary: "the status; 401 if left out")
      ]
    ) {
      // Bearer, never Basic: some clients hang on a Basic challenge.
      let status = $0.text("status").flatMap { Int($0) } ?? 401
      return .answer(
        AnswerTemplate(
          status: status, headers: status == 401 ? ["WWW-Authenticate": "Bearer"] : [:]))
    }
    + pair(
      "redirect", summary: "sent elsewhere", clientSees: "the status, or what is found there",
      duty: .validate, parameters: redirectParameters
    ) {
      let target =
        $0.text("to") == "other-origin" ? "http://127.0.0.1:{otherPort}/elsewhere" : "{path}"
      return .answer(
        AnswerTemplate(
          status: $0.text("status").flatMap { Int($0) } ?? 307, body: .empty,
          headers: ["Location": target]))
    }

  private static let busyParameters = [
    FaultParameter(
      "status", .choice(["408", "421", "425", "429", "500", "502", "503", "504"]),
      summary: "the status; 503 if left out"),
    FaultParameter(
      "retryAfter", .text, summary: "Retry-After as it stands: seconds, a date, or garbage"),
  ]
  private static let redirectParameters = [
    FaultParameter(
      "status", .choice(["301", "302", "303", "307", "308"]),
      summary: "the status; 307 if left out"),
    FaultParameter(
      "to", .choice(["same-origin", "other-origin"]),
      summary: "the endpoint itself, if left out, or another port, where nothing may follow"),
  ]
}
