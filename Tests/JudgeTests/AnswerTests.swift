import AcceptanceModel
import Judge
import Testing

/// What a client does after an answer, and what comes of it.
enum Act: String, Sendable, CaseIterable {
  /// Sends again, and is answered with success.
  case resend
  case listPending
  case listPaused
  case listStopped
  case listStoppedBare
  case listDone
  case listGone
}

/// One row of the answer contract: an answer, and the codes for what a client must not make of it.
struct AnswerExample: Sendable, CustomTestStringConvertible {
  let title: String
  let isRecorded: Bool
  let wrong: [Act: [String]]
  let answer: @Sendable (inout Log) -> Void

  init(
    _ title: String, isRecorded: Bool = true, wrong: [Act: [String]],
    _ answer: @escaping @Sendable (inout Log) -> Void
  ) {
    self.title = title
    self.isRecorded = isRecorded
    self.wrong = wrong
    self.answer = answer
  }

  var testDescription: String { title }

  /// The outcome is unknown.
  private static let keep: [Act: [String]] = [
    .listStopped: ["gave-up"], .listStoppedBare: ["gave-up"], .listDone: ["removed-early"],
    .listGone: ["removed-early"],
  ]
  /// The same, where the client may have taken a 2xx for a success.
  private static let misread: [Act: [String]] = [
    .listStopped: ["gave-up"], .listStoppedBare: ["gave-up"], .listDone: ["false-success"],
    .listGone: ["false-success"],
  ]
  private static let stop: [Act: [String]] = [
    .resend: ["retried-after-stop"], .listStoppedBare: ["stopped-silently"],
    .listDone: ["false-success"], .listGone: ["stopped-silently"],
  ]
  private static let pause: [Act: [String]] = [
    .listStoppedBare: ["stopped-silently"], .listDone: ["false-success"],
    .listGone: ["stopped-silently"],
  ]
  private static let redirect: [Act: [String]] = [
    .listStoppedBare: ["stopped-silently"], .listDone: ["false-success"],
    .listGone: ["false-success"],
  ]
  /// Both are right, done is not.
  private static let keepOrStop = pause
  private static let done: [Act: [String]] = [.resend: ["sent-after-done"]]
  private static let either: [Act: [String]] = [.listStoppedBare: ["stopped-silently"]]

  private static func row(
    _ status: Int, isRecorded: Bool = true, _ wrong: [Act: [String]]
  ) -> AnswerExample {
    AnswerExample("\(status)", isRecorded: isRecorded, wrong: wrong) { $0.answer(status) }
  }

  static let all: [AnswerExample] =
    RequestEnd.allCases.map { end in AnswerExample("\(end)", wrong: keep) { $0.end(end) } }
    + [
      AnswerExample("cut", wrong: keep) { $0.answer(200, delivery: .cut) },
      AnswerExample("nothing of it arrived", wrong: keep) { $0.answer(200, delivery: .none) },
      AnswerExample("HTML", wrong: misread) { $0.answer(200, .other) },
      AnswerExample("200 with an error", wrong: misread) { $0.answer(200, .error) },
      AnswerExample("another operation's success", wrong: misread) {
        $0.answer(200, .successOfAnother)
      },
      AnswerExample("an empty 200", wrong: either) { $0.answer(200, .empty) },
      row(200, done), row(201, done), row(202, misread), row(204, either),
    ]
    + [301, 302, 303, 304, 307, 308].map { row($0, isRecorded: false, redirect) }
    + [400, 404, 405, 409, 410, 413, 415, 422].map { row($0, isRecorded: false, stop) }
    + [406, 412, 414, 416, 451].map { row($0, isRecorded: false, stop) }
    + [402, 407, 411, 417, 418, 424, 426, 428, 431, 499].map {
      row($0, isRecorded: false, keepOrStop)
    }
    + [401, 403].map { row($0, isRecorded: false, pause) }
    + [408, 421, 425, 429, 500, 502, 503, 504].map { row($0, keep) }
    + [423, 501, 505].map { row($0, either) }
}

@Suite("Answer by answer")
struct AnswerTests {
  @Test("a client may do what the row allows, and nothing else", arguments: AnswerExample.all)
  func row(_ row: AnswerExample) {
    for act in Act.allCases {
      let log = Self.log(row, act)
      // What is neither recorded nor listed as open is lost on top of it.
      let codes = log.codes.filter { $0 != "lost-operation" }
      #expect(codes == row.wrong[act] ?? [], "\(act)")
    }
  }

  @Test(
    "a refusal that is shown as stopped is final over a restart",
    arguments: [400, 404, 405, 409, 410, 413, 415, 422])
  func finalOverRestart(_ status: Int) {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(status)
      log.list(("A", .stopped))
      log.relaunch()
      log.send("A")
      log.answer(status)
    }
    #expect(log.codes == ["retried-after-stop"])
  }

  @Test(
    "Retry-After is a floor under every status that is to be sent again",
    arguments: [408, 421, 425, 429, 500, 502, 503, 504])
  func floor(_ status: Int) {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(status, retryAfter: .seconds(1))
      log.wait(900)
      log.deliver("A")
    }
    #expect(log.codes == ["retry-after-ignored"])
  }

  @Test("an overridden row is judged by the override")
  func override() {
    let log = Log { log in
      log.terms.answers.overrides[409] = .done
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(409)
      log.list()
    }
    #expect(log.codes == [])
  }

  @Test("neither a 423 nor an empty answer excuses a loss", arguments: [204, 423, 501, 505])
  func eitherNeverLost(_ status: Int) {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(status)
      log.list()
    }
    #expect(log.codes == ["false-success", "lost-operation"])
  }

  private static func log(_ row: AnswerExample, _ act: Act) -> Log {
    Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      if row.isRecorded { log.commit() }
      row.answer(&log)
      switch act {
      case .resend:
        log.wait(100)
        log.send("A")
        log.answer(200)
      case .listPending: log.list(("A", .pending))
      case .listPaused: log.list(("A", .paused))
      case .listStopped: log.list(("A", .stopped))
      case .listStoppedBare: log.list(("A", .stopped), diagnosis: false)
      case .listDone: log.list(("A", .done))
      case .listGone: log.list()
      }
    }
  }
}
