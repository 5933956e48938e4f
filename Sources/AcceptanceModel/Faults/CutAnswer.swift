// Owns: answers that end before they are whole.

extension FaultKind {
  static let cutting: [FaultKind] =
    cutPair(
      "cut-status-line", summary: "the answer ends inside its status line",
      clientSees: "empty reply", before: "HTTP/1.", point: .answer(byte: 7))
    + cutPair(
      "reset-in-status-line", summary: "reset inside the status line",
      clientSees: "connection reset", before: "HTTP/1.", isReset: true, point: .answer(byte: 7))
    + cutPair(
      "cut-headers", summary: "the answer ends inside its headers",
      clientSees: "libcurl: success, 200, empty body", duty: .validate,
      before: "HTTP/1.1 200 OK\r\nContent-Type: app", point: .answer(byte: 34))
    + cutPair(
      "reset-in-headers", summary: "reset inside the headers", clientSees: "connection reset",
      before: "HTTP/1.1 200 OK\r\nContent-Type: app", isReset: true, point: .answer(byte: 34))
    + cutPair(
      "reset-in-body", summary: "reset inside the body", clientSees: "connection reset",
      before: head(200, "Content-Length: 60") + #"{"id""#, isReset: true,
      point: .answerBody(byte: 5))
    + rawPair(
      "cut-chunk", summary: "a chunked answer ends inside a chunk",
      clientSees: "partial transfer",
      head(200, "Transfer-Encoding: chunked") + "20\r\n{\"id\"")
    + rawPair(
      "no-last-chunk", summary: "a chunked answer ends before its last chunk",
      clientSees: "partial transfer",
      head(200, "Transfer-Encoding: chunked") + "8\r\n{\"id\":1}\r\n")
    + rawPair(
      "http-1.0-cut", summary: "an HTTP/1.0 answer without length ends inside its body",
      clientSees: "success with a short body", duty: .validate,
      "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{\"id\"")
    + rawPair(
      "only-continue", summary: "`100 Continue` is all that comes", clientSees: "empty reply",
      "HTTP/1.1 100 Continue\r\n\r\n")

  static let cutBodyBeforeCommit = FaultKind(
    name: "cut-body-before-commit",
    summary: "nothing recorded; the answer ends inside its body",
    clientSees: "partial transfer", duty: .keep
  ) { _ in
    (.beforeCommit, .raw(Array((head(200, "Content-Length: 60") + #"{"id""#).utf8)))
  }

  /// The head of an answer by hand, for what no server writes.
  static func head(_ status: Int, _ headers: String...) -> String {
    let lines = ["HTTP/1.1 \(status) OK", "Content-Type: application/json"] + headers
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }
}
