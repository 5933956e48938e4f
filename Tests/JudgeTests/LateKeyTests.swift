import AcceptanceModel
import Judge
import Testing

@Suite("Sends whose operation is known by a key that was reported later")
struct LateKeyTests {
  /// The send overtakes the answer to `submit`, and nothing in it tells whose it is.
  private static func overtaking(
    _ key: String = "KEY-A", reported: String? = "KEY-A", _ more: (inout Log) -> Void = { _ in }
  ) -> Log {
    Log { log in
      log.launch()
      log.tap("A")
      log.send(nil, key: key, body: "SEALED")
      log.commit()
      log.answer(200)
      log.client(
        .acknowledged(
          .a, log.number(nil), TaskID("T-A"), reported.map(IdempotencyKey.init)))
      more(&log)
      log.list(("A", .done))
    }
  }

  @Test("a send that overtook the answer to submit, with its key in it, is the operation's")
  func overtakes() {
    #expect(Self.overtaking().codes == [])
  }

  @Test("a send under a key that was never reported is nobody's")
  func strayStaysStray() {
    let log = Self.overtaking("KEY-X")
    #expect(log.codes.contains("unattributed-send"))
    #expect(Self.overtaking(reported: nil).codes.contains("unattributed-send"))
  }

  @Test("a key in the list tells it as well")
  func listed() {
    let log = Self.overtaking(reported: nil) { log in
      log.client(
        .listed(
          log.number(nil),
          [
            TaskReport(
              task: TaskID("T-A"), operation: .a, key: IdempotencyKey("KEY-A"), state: .pending)
          ]))
    }
    #expect(log.codes == [])
  }

  @Test("whose it is, it is judged by: another body under it is a changed one")
  func judged() {
    let log = Self.overtaking { log in
      log.kill()
      log.launch()
      log.send("A", key: "KEY-A", body: "OTHER")
    }
    #expect(log.codes.contains("body-changed"))
    let first = log.findings.first { $0.code.text == "body-changed" }
    #expect(first?.sentence.text.contains("2nd send") == true)
  }

  @Test("sends are numbered as they came, those found late among the others")
  func numbers() {
    let history = Self.overtaking { log in
      log.send("A", key: "KEY-A")
      log.send("A", key: "KEY-A")
    }.history.withLateKeys
    let sends = history.entries.compactMap { entry -> SendFacts? in
      guard case .server(.arrived(let facts)) = entry.observation else { return nil }
      return facts
    }
    #expect(sends.map(\.sendOfOperation) == [1, 2, 3])
    #expect(Set(sends.map(\.shape?.headers.count)) == [3])
    #expect(history.withLateKeys == history)
  }

  /// The answer to `submit` never comes.
  private static func unanswered(_ write: (inout Log) -> Void) -> Log {
    Log { log in
      log.launch()
      log.tap("A")
      write(&log)
      log.signal(.kill)
      log.client(.submitUnanswered(.a, log.number(nil)))
      log.exit(.signal(9))
    }
  }

  @Test("a submit that was never answered may be what was sent, under one key")
  func unansweredMayBe() {
    let once = Self.unanswered { $0.send(nil, key: "KEY-A", body: "SEALED") }
    #expect(once.codes == [])
    let twice = Self.unanswered { log in
      log.send(nil, key: "KEY-A", body: "SEALED")
      log.end()
      log.send(nil, key: "KEY-A", body: "SEALED")
    }
    #expect(twice.codes == [])
  }

  @Test("two keys are more than one unanswered submit explains")
  func unansweredIsOne() {
    let two = Self.unanswered { log in
      log.send(nil, key: "KEY-A", body: "SEALED")
      log.end()
      log.send(nil, key: "KEY-X", body: "STRAY")
    }
    #expect(two.codes.contains("unattributed-send"))
  }
}
