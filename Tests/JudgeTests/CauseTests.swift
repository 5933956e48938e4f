import AcceptanceModel
import Judge
import Testing

@Suite("Causes and what follows from them") struct CauseTests {
  @Test("a consequence names its cause and comes after every cause")
  func order() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.submit("B")
      log.send("A", key: "KEY-1")
      log.commit()
      log.answer(503)
      log.send("A", key: "KEY-2")
      log.commit()
      log.answer(200)
      log.send("B")
      log.answer(422)
      log.wait(100)
      log.send("B")
    }
    #expect(log.codes == ["key-changed", "retried-after-stop", "duplicate-record"])
    #expect(log.findings.map { $0.follows?.text } == [nil, nil, "key-changed"])
  }

  @Test("another operation's mistake is no cause")
  func otherOperation() {
    let log = Log { log in
      log.terms.expectsKey = true
      log.launch()
      log.submit("A")
      log.submit("B")
      log.send("B", key: "KEY-1")
      log.answer(503)
      log.send("B", key: "KEY-2")
      log.answer(200)
      log.send("A")
      log.answer(503)
      log.list(("A", .done), ("B", .done))
    }
    #expect(log.codes == ["key-changed", "removed-early", "lost-operation"])
    #expect(log.findings.map { $0.follows?.text } == [nil, nil, "removed-early"])
  }

  @Test("a task that left the list unsent explains why nothing reached the endpoint")
  func neverStored() {
    let log = Log { log in
      log.launch()
      log.submit("A")
      log.awaitFailed(.send(.a, number: 1))
      log.list()
    }
    #expect(
      log.findings.map { $0.follows?.text } == [nil, "removed-early", "removed-early"])
  }

  @Test(
    "no rule follows from itself, or from one that follows from it", arguments: RuleCatalog.codes)
  func noCircle(_ code: FindingCode) {
    func causes(_ code: FindingCode) -> [FindingCode] {
      RuleCatalog.all.first { $0.code == code }?.followsFrom ?? []
    }
    var reached: Set<FindingCode> = []
    var open = causes(code)
    while let next = open.popLast() {
      #expect(next != code)
      #expect(RuleCatalog.codes.contains(next))
      if reached.insert(next).inserted { open += causes(next) }
    }
  }
}
