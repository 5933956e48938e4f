import AcceptanceModel
import Judge
import StrictJSON
import Testing

/// Whole sentences of the findings that are read most; the others are only checked for safety.
@Suite("Sentences")
struct SentenceTests {
  @Test("key-changed names the answer after which the key changed")
  func keyChangedWithinProcess() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A", key: "KEY-1")
      log.end(.closed)
      log.send("A", key: "KEY-2")
    }
    #expect(
      log.findings.map(\.sentence) == [
        "operation A was sent under a second key within one process, after a connection closed"
          + " without an answer: a key was made for the retry instead of using the task's own,"
          + " so the server cannot recognise it"
      ])
    #expect(log.findings.map(\.proof) == [[5, 6, 7]])
  }

  @Test("a cut answer and the answer to a stray are named as what the client met")
  func brokenAnswer() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A", key: "KEY-1")
      log.server(
        .answerBroken(
          RequestNumber(1),
          BrokenAnswer(defect: .bodyCut, status: 200, byteCount: 5, promisedByteCount: 50)))
      log.end(.closed)
      log.server(.strayed(RequestNumber(2), ConnectionNumber(2), .otherPath))
      log.server(.strayAnswered(RequestNumber(2), status: 404))
      log.send("A", key: "KEY-2")
    }
    #expect(
      log.findings.first { $0.code.text == "key-changed" }?.sentence.text.hasPrefix(
        "operation A was sent under a second key within one process, after a 200 whose body ended"
          + " after 5 of 50 bytes and then a 404 to a request to another path:") == true)
  }

  @Test("key-changed names the restart across which the key changed")
  func keyChangedAcrossRestart() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A", key: "KEY-1")
      log.answer(503)
      log.quit()
      log.launch()
      log.send("A", key: "KEY-2")
    }
    #expect(
      log.findings.map(\.sentence) == [
        "operation A was sent under a second key after launch 1 had quit and the client was"
          + " launched again (launch 2): the key was not stored with the task, so the server cannot"
          + " recognise the retry"
      ])
  }

  @Test("duplicate-record names the sends and keys that made the records")
  func duplicateRecord() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A", key: "KEY-1")
      log.commit()
      log.answer(503)
      log.send("A", key: "KEY-2")
      log.commit()
    }
    #expect(
      log.findings.last?.sentence
        == "operation A has 2 records in the server instead of 1 (1st send, key 1; 2nd send,"
        + " key 2): a retry under another key is a new operation to the server")
  }

  @Test("check-failed says what was expected and what was seen")
  func checkFailed() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.commit()
      log.answer(200, numbers: ["attempts": 1])
      log.check(
        .answer(
          .a, number: 1, status: 200,
          fields: [JSONMember("attempts", .number("2")), JSONMember("note", .string("SECRET"))]))
    }
    #expect(
      log.findings.map(\.sentence) == [
        "step 5 expected the answer to operation A's 1st send to be a 200 with attempts 2 and note"
          + " as a string, but it carried attempts 1 and note missing or no number"
      ])
  }

  @Test("a pause of years is told in seconds")
  func longPause() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(503, retryAfter: .seconds(315_360_000))
      log.wait(656)
      log.send("A")
    }
    #expect(
      log.findings.first { $0.code.text == "retry-after-ignored" }?.sentence.text
        .contains(" after a 503 that asked for 315360000 s: ") == true)
  }

  @Test("the most telling finding comes first: the mistake before what came of it")
  func order() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.send("A", key: "KEY-1")
      log.commit()
      log.answer(503)
      log.send("A", key: "KEY-2", body: "OTHER")
      log.commit()
      log.exit(.signal(6))
    }
    #expect(
      log.codes == ["client-crashed", "key-changed", "body-changed", "duplicate-record"])
  }

  @Test("ordinals are English ones")
  func ordinals() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      for _ in 1...10 {
        log.wait(500)
        log.send("A")
        log.answer(503)
      }
      log.send("A", facts: .missing)
    }
    #expect(log.findings.first?.sentence.text.contains("in its 11th send") == true)
  }
}
