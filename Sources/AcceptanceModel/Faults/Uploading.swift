// Owns: faults while the request is on its way: it never becomes a send.

extension FaultKind {
  static let uploading: [FaultKind] = [
    FaultKind(
      name: "reset-after-headers", summary: "the head is read, then reset",
      clientSees: "connection reset", duty: .keep
    ) { _ in (.headers, .reset) },
    FaultKind(
      name: "close-with-body-unread", summary: "the head is read, then closed",
      clientSees: "connection reset, or an empty reply", duty: .keep
    ) { _ in (.headers, .fin) },
    FaultKind(
      name: "half-close-after-headers",
      summary: "the head is read, then FIN without a byte, while the body is read on",
      clientSees: "empty reply", duty: .keep
    ) { _ in (.headers, .halfClose) },
    FaultKind(
      name: "stall-after-headers", summary: "the head is read, and nothing after it",
      clientSees: "time-out", duty: .keep
    ) { _ in (.headers, .stall) },
    FaultKind(
      name: "zero-window", summary: "the window is closed, a large body never leaves the client",
      clientSees: "time-out", duty: .keep
    ) { _ in (.headers, .zeroWindow) },
    FaultKind(
      name: "reset-in-upload", summary: "reset after so many bytes of the body",
      clientSees: "connection reset, or a send error", duty: .keep, parameters: uploadParameters
    ) { (.body(byte: $0.integer("byte") ?? 1), .reset) },
    FaultKind(
      name: "close-in-upload", summary: "closed after so many bytes of the body",
      clientSees: "connection reset, or an empty reply", duty: .keep,
      parameters: uploadParameters
    ) { (.body(byte: $0.integer("byte") ?? 1), .fin) },
    FaultKind(
      name: "stall-in-upload", summary: "nothing is read after so many bytes of the body",
      clientSees: "time-out", duty: .keep, parameters: uploadParameters
    ) { (.body(byte: $0.integer("byte") ?? 1), .stall) },
    FaultKind(
      name: "ignore-expect", summary: "`Expect: 100-continue` is never answered",
      clientSees: "a pause, then it sends the body unasked", duty: .none
    ) { _ in (.headers, .ignoreExpect) },
    FaultKind(
      name: "refuse-expect", summary: "the head is answered 417, the body is not read",
      clientSees: "417; libcurl sends again by itself, without Expect", duty: .keep
    ) { _ in (.headers, .answer(AnswerTemplate(status: 417))) },
  ]

  private static let uploadParameters = [
    FaultParameter("byte", .integer(0...1_048_576), summary: "body bytes read; 1 if left out")
  ]
}
