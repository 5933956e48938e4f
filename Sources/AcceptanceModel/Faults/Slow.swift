// Owns: answers that come late, slowly or never.

extension FaultKind {
  static let slow: [FaultKind] =
    [
      FaultKind(
        name: "stall-in-headers", summary: "recorded, the answer stops inside its headers",
        clientSees: "time-out", duty: .keep
      ) { _ in (.answer(byte: 34), .stall) },
      FaultKind(
        name: "stall-in-body", summary: "recorded, the answer stops inside its body",
        clientSees: "time-out", duty: .keep
      ) { _ in (.answerBody(byte: 5), .stall) },
      FaultKind(
        name: "stall-before-last-byte", summary: "recorded, the answer lacks its last byte",
        clientSees: "time-out", duty: .keep
      ) { _ in (.lastByte, .stall) },
      FaultKind(
        name: "drip-answer", summary: "recorded, answered one byte at a time",
        clientSees: "a slow success, or a time-out", duty: .validate, parameters: dripParameters
      ) { (.afterCommit, .drip(interval: .milliseconds($0.integer("ms") ?? 20))) },
    ]
    + pair(
      "late-answer", summary: "answered only after the client has given up",
      clientSees: "time-out"
    ) { _ in .lateAnswer }
    + pair(
      "delay", summary: "then nothing happens for a while, then all goes on",
      clientSees: "a slow success, or a time-out", duty: .validate, parameters: delayParameters
    ) { .delay(.milliseconds($0.integer("ms") ?? 1000)) }

  private static let dripParameters = [
    FaultParameter("ms", .integer(1...60_000), summary: "between two bytes; 20 if left out")
  ]
  private static let delayParameters = [
    FaultParameter("ms", .integer(1...600_000), summary: "the pause; 1000 if left out")
  ]
}
