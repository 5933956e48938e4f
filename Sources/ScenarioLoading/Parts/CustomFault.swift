// Owns: the parameters of actions, for faults that a scenario file puts together itself.
// Does not own: which points an action goes with (FaultCapability), the named kinds (FaultCatalog).

import AcceptanceModel

enum CustomFault {
  /// Bytes at which a fault may act: more than any answer, and any body worth cutting.
  static let bytes = 0...1_048_576

  struct Action: Sendable {
    let kind: FaultAction.Kind
    let summary: String
    var parameters: [FaultParameter] = []
    let make: @Sendable (FaultArguments) -> FaultAction

    var word: String { kind.rawValue }

    /// Words of the points at which it can act, in the order of a request's life.
    var points: [FaultPoint.Kind] { FaultPoint.Kind.allCases.filter(kind.points.contains) }

    /// Whether any of its points is so many bytes into something.
    var takesByte: Bool { points.contains(where: \.takesByte) }
  }

  static let actions: [Action] = [
    Action(
      kind: .reset, summary: "RST, once everything written has been delivered"
    ) { _ in .reset },
    Action(kind: .fin, summary: "FIN in both directions") { _ in .fin },
    Action(
      kind: .halfClose, summary: "FIN towards the client, while reading goes on"
    ) { _ in .halfClose },
    Action(
      kind: .stall, summary: "nothing more happens until the client goes"
    ) { _ in .stall },
    Action(
      kind: .drip, summary: "the rest of the answer comes one byte at a time",
      parameters: [
        FaultParameter(
          "intervalMs", .integer(1...10_000), isRequired: true, summary: "time between two bytes")
      ]
    ) { .drip(interval: .milliseconds($0.integer("intervalMs") ?? 1)) },
    Action(
      kind: .raw, summary: "these bytes instead of the rest of the answer, then FIN",
      parameters: [
        FaultParameter("text", .text, isRequired: true, summary: "the bytes, as UTF-8")
      ]
    ) { .raw(Array(($0.text("text") ?? "").utf8)) },
    Action(
      kind: .rawThenReset, summary: "these bytes instead of the rest of the answer, then RST",
      parameters: [
        FaultParameter("text", .text, isRequired: true, summary: "the bytes, as UTF-8")
      ]
    ) { .rawThenReset(Array(($0.text("text") ?? "").utf8)) },
    answer,
    Action(
      kind: .killClient, summary: "the client is killed while the connection is held"
    ) { _ in .killClient },
    Action(
      kind: .hold, summary: "the connection is held until a step releases it"
    ) { _ in .hold },
    Action(
      kind: .crashServer, summary: "the server dies here and starts again",
      parameters: [
        FaultParameter(
          "records", .choice(RecordsAfterRestart.allCases.map(\.rawValue)),
          summary: "what becomes of the records; kept if left out")
      ]
    ) { .crashServer($0.text("records").flatMap(RecordsAfterRestart.init(rawValue:)) ?? .kept) },
    Action(
      kind: .deliverTwice, summary: "the request is processed a second time"
    ) { _ in .deliverTwice },
    Action(
      kind: .otherBody, summary: "the record under the key is given another body"
    ) { _ in .otherBody },
    Action(
      kind: .ignoreExpect, summary: "Expect: 100-continue is not answered, the request goes on"
    ) { _ in .ignoreExpect },
    Action(
      kind: .refuse, summary: "the listener closes, the connection is reset"
    ) { _ in .refuse },
    Action(
      kind: .zeroWindow, summary: "the receive window closes and stays closed"
    ) { _ in .zeroWindow },
    Action(
      kind: .delay, summary: "nothing happens for so long, then all goes on",
      parameters: [
        FaultParameter(
          "ms", .integer(1...600_000), isRequired: true, summary: "how long, in milliseconds")
      ]
    ) { .delay(.milliseconds($0.integer("ms") ?? 1)) },
    Action(
      kind: .lateAnswer, summary: "the answer is written only after the client has gone"
    ) { _ in .lateAnswer },
    Action(
      kind: .swapAnswers, summary: "answered with the answer of the other request that waits"
    ) { _ in .swapAnswers },
  ]

  /// The very answer of the named kind, wherever one may be given.
  private static var answer: Action {
    guard let kind = FaultCatalog.named("answer-after-commit") else {
      preconditionFailure("the catalogue has no answer-after-commit to take the parameters from")
    }
    return Action(
      kind: .answer, summary: "this answer instead of the server's own",
      parameters: kind.parameters
    ) { kind.effect($0).action }
  }
}

extension FaultPoint {
  static func make(_ kind: Kind, byte: Int) -> FaultPoint {
    switch kind {
    case .accept: .accept
    case .headers: .headers
    case .body: .body(byte: byte)
    case .beforeCommit: .beforeCommit
    case .betweenCommitAndKey: .betweenCommitAndKey
    case .afterCommit: .afterCommit
    case .answer: .answer(byte: byte)
    case .answerBody: .answerBody(byte: byte)
    case .lastByte: .lastByte
    case .answerEnd: .answerEnd
    case .idle: .idle
    }
  }

  /// The file's word.
  var word: String { kind.rawValue }
}

extension FaultPoint.Kind {
  /// What is wrong with a `byte` that is given or missing, as a sentence.
  func complaint(hasByte: Bool) -> String? {
    if takesByte, !hasByte {
      return "a fault at \"\(rawValue)\" needs \"byte\": after how many bytes it acts"
    }
    if !takesByte, hasByte {
      let points = Self.allCases.filter(\.takesByte).map(\.rawValue)
      return "\"byte\" means nothing at \"\(rawValue)\"; it goes with \(Found.list(points))"
    }
    return nil
  }
}
