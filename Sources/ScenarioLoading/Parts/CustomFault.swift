// Owns: the words for points and actions, and which of them go together, for faults that a scenario
// file puts together itself. Does not own: the named kinds (FaultCatalog).

import AcceptanceModel

enum CustomFault {
  /// Bytes at which a fault may act: more than any answer, and any body worth cutting.
  static let bytes = 0...1_048_576

  struct Point: Sendable {
    let word: String
    let takesByte: Bool
    let make: @Sendable (_ byte: Int) -> FaultPoint
  }

  struct Action: Sendable {
    let word: String
    let summary: String
    var parameters: [FaultParameter] = []
    /// Words of the points at which it can be done.
    let points: Set<String>
    let make: @Sendable (FaultArguments) -> FaultAction
  }

  static let points: [Point] = [
    Point(word: "accept", takesByte: false) { _ in .accept },
    Point(word: "headers", takesByte: false) { _ in .headers },
    Point(word: "body", takesByte: true) { .body(byte: $0) },
    Point(word: "before-commit", takesByte: false) { _ in .beforeCommit },
    Point(word: "between-commit-and-key", takesByte: false) { _ in .betweenCommitAndKey },
    Point(word: "after-commit", takesByte: false) { _ in .afterCommit },
    Point(word: "answer", takesByte: true) { .answer(byte: $0) },
    Point(word: "answer-body", takesByte: true) { .answerBody(byte: $0) },
    Point(word: "last-byte", takesByte: false) { _ in .lastByte },
    Point(word: "answer-end", takesByte: false) { _ in .answerEnd },
    Point(word: "idle", takesByte: false) { _ in .idle },
  ]

  private static let incomplete: Set = ["accept", "headers", "body"]
  private static let decided: Set = ["before-commit", "between-commit-and-key", "after-commit"]
  private static let answering: Set = ["answer", "answer-body", "last-byte"]
  private static let over: Set = ["answer-end", "idle"]
  private static let anywhere = incomplete.union(decided).union(answering).union(over)

  static let actions: [Action] = [
    Action(
      word: "reset", summary: "RST, once everything written has been delivered",
      points: anywhere
    ) { _ in .reset },
    Action(word: "fin", summary: "FIN in both directions", points: anywhere) { _ in .fin },
    Action(
      word: "half-close", summary: "FIN towards the client, while reading goes on",
      points: anywhere
    ) { _ in .halfClose },
    Action(
      word: "stall", summary: "nothing more happens until the client goes",
      points: anywhere
    ) { _ in .stall },
    Action(
      word: "drip", summary: "the rest of the answer comes one byte at a time",
      parameters: [
        FaultParameter(
          "intervalMs", .integer(1...10_000), isRequired: true, summary: "time between two bytes")
      ], points: decided.union(answering)
    ) { .drip(interval: .milliseconds($0.integer("intervalMs") ?? 1)) },
    Action(
      word: "raw", summary: "these bytes instead of the rest of the answer, then FIN",
      parameters: [
        FaultParameter("text", .text, isRequired: true, summary: "the bytes, as UTF-8")
      ], points: anywhere
    ) { .raw(Array(($0.text("text") ?? "").utf8)) },
    Action(
      word: "raw-then-reset", summary: "these bytes instead of the rest of the answer, then RST",
      parameters: [
        FaultParameter("text", .text, isRequired: true, summary: "the bytes, as UTF-8")
      ], points: anywhere
    ) { .rawThenReset(Array(($0.text("text") ?? "").utf8)) },
    answer,
    Action(
      word: "kill-client", summary: "the client is killed while the connection is held",
      points: decided.union(answering).union(over)
    ) { _ in .killClient },
    Action(
      word: "hold", summary: "the connection is held until a step releases it",
      points: decided
    ) { _ in .hold },
    Action(
      word: "crash-server", summary: "the server dies here and starts again",
      parameters: [
        FaultParameter(
          "records", .choice(RecordsAfterRestart.allCases.map(\.rawValue)),
          summary: "what becomes of the records; kept if left out")
      ], points: anywhere
    ) { .crashServer($0.text("records").flatMap(RecordsAfterRestart.init(rawValue:)) ?? .kept) },
    Action(
      word: "deliver-twice", summary: "the request is processed a second time",
      points: ["before-commit", "between-commit-and-key"]
    ) { _ in .deliverTwice },
    Action(
      word: "other-body", summary: "the record under the key is given another body",
      points: ["before-commit"]
    ) { _ in .otherBody },
    Action(
      word: "ignore-expect", summary: "Expect: 100-continue is not answered, the request goes on",
      points: ["headers"]
    ) { _ in .ignoreExpect },
    Action(
      word: "refuse", summary: "the listener closes, the connection is reset",
      points: anywhere
    ) { _ in .refuse },
    Action(
      word: "zero-window", summary: "the receive window closes and stays closed",
      points: incomplete
    ) { _ in .zeroWindow },
    Action(
      word: "delay", summary: "nothing happens for so long, then all goes on",
      parameters: [
        FaultParameter(
          "ms", .integer(1...600_000), isRequired: true, summary: "how long, in milliseconds")
      ], points: decided.union(answering)
    ) { .delay(.milliseconds($0.integer("ms") ?? 1)) },
    Action(
      word: "late-answer", summary: "the answer is written only after the client has gone",
      points: ["before-commit", "after-commit"]
    ) { _ in .lateAnswer },
    Action(
      word: "swap-answers", summary: "answered with the answer of the other request that waits",
      points: ["before-commit", "after-commit"]
    ) { _ in .swapAnswers },
  ]

  /// The very answer of the named kind, wherever one may be given.
  private static var answer: Action {
    guard let kind = FaultCatalog.named("answer-after-commit") else {
      preconditionFailure("the catalogue has no answer-after-commit to take the parameters from")
    }
    return Action(
      word: "answer", summary: "this answer instead of the server's own",
      parameters: kind.parameters,
      points: incomplete.union(decided).union(over)
    ) { kind.effect($0).action }
  }
}

extension CustomFault.Point {
  /// What is wrong with a byte that stands there or does not, as a sentence.
  func complaint(hasByte: Bool) -> String? {
    if takesByte, !hasByte {
      return "a fault at \"\(word)\" needs \"byte\": after how many bytes it acts"
    }
    if !takesByte, hasByte {
      let points = CustomFault.points.filter(\.takesByte).map(\.word)
      return "\"byte\" means nothing at \"\(word)\"; it goes with \(Found.list(points))"
    }
    return nil
  }
}

extension CustomFault.Action {
  /// Whether any of its points is so many bytes into something.
  var takesByte: Bool { CustomFault.points.contains { $0.takesByte && points.contains($0.word) } }
}

extension FaultPoint {
  /// The file's word. Exhaustive, so that a new point cannot be forgotten in `CustomFault.points`.
  var word: String {
    switch self {
    case .accept: "accept"
    case .headers: "headers"
    case .body: "body"
    case .beforeCommit: "before-commit"
    case .betweenCommitAndKey: "between-commit-and-key"
    case .afterCommit: "after-commit"
    case .answer: "answer"
    case .answerBody: "answer-body"
    case .lastByte: "last-byte"
    case .answerEnd: "answer-end"
    case .idle: "idle"
    }
  }
}
