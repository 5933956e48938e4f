import AcceptanceModel

extension MessagePage {
  /// Histories for sentences that no example of a rule leads to.
  static let unusualLogs: [Log] = [
    // Keys: in part of the sends, in other words, by other processes.
    Log { log in
      log.launch()
      log.submit("A")
      log.send("A", facts: .missing)
      log.answer(503)
      log.send("A")
      log.answer(200)
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.send("A", facts: .missing)
      log.answer(503)
      log.send("A", facts: .missing)
      log.answer(200)
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.launch("background")
      log.send("A", key: "KEY-1")
      log.send("A", key: "KEY-2")
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.send("A", key: "KEY-1")
      log.end()
      log.launch("background")
      log.send("A", key: "KEY-2")
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.submit("B", like: "A")
      for number in 1...3 { log.send("A", key: "KEY-\(number)") }
    },
    Log { log in
      for flaw in KeyFlaw.allCases {
        let name = "F-\(flaw)"
        log.launch()
        log.submit(name)
        log.send(name, facts: .invalid(IdempotencyKey("KEY-\(flaw)"), flaw))
        log.answer(200)
      }
    },
    // Early ends after every kind of answer.
    Log { log in
      log.launch()
      for (name, status) in [("A", 202), ("B", 302), ("C", 200), ("D", 499)] {
        log.submit(name)
        log.send(name)
        log.answer(status, status == 200 ? .error : nil)
      }
      log.list(("A", .done), ("B", .done), ("C", .done), ("D", .done))
    },
    // Waits for everything that can be awaited.
    Log { log in
      log.launch()
      log.submit("A")
      log.deliver("A")
      log.list(("A", .pending))
      for awaited: Awaited in [
        .idle, .settled, .silence(nil, longerThanLease: false),
        .silence(.a, longerThanLease: false),
        .recorded(OperationName("C")), .exit(ProcessName("app")),
        .state(OperationName("D"), .paused),
      ] {
        log.awaitFailed(awaited)
      }
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.deliver("A")
      log.awaitFailed(.settled)
    },
    // Pauses ended by each trigger.
    Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(503, retryAfter: .seconds(2))
      log.submit("B")
      log.send("A")
      log.answer(200)
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.send("A")
      log.answer(400)
      log.list(("A", .stopped))
      log.sync()
      log.wait(2000)
      log.send("A")
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.client(.unanswered(LaunchNumber(1), command: "quit"))
    },
    Log { log in
      log.launch()
      log.submit("A")
      log.submit("B")
      log.send("A")
      log.answer(503)
      log.exit(.status(3))
      log.launch()
      log.exit(.signal(11))
    },
    Log { log in
      log.launch()
      log.submit("A")
      for _ in 1...2 {
        log.send("A")
        log.answer(503)
      }
      log.check(.inFlight(atMost: 0))
      log.check(.kept(OperationName("B")))
    },
  ]

  private static func table(_ scenario: String, more: String = "") -> String {
    #"{"version": 1, "client": {"command": ["client"]}\#(more), "scenarios": [\#(scenario)]}"#
  }

  private static func steps(_ steps: String, faults: String = "") -> String {
    table(#"{"id": "a", "title": "t", "faults": [\#(faults)], "steps": [\#(steps)]}"#)
  }

  /// One mistake each, as people make them.
  static let badTables: [String] = [
    "", "{", "[]", #"{"version": 2}"#, #"{"version": 1, "client": {}, "scenarios": []}"#,
    table(#"{"id": "a", "title": "t", "steps": []}"#),
    table(#"{"id": "a b", "title": "t", "steps": [{"do": "launch"}]}"#),
    table(#"{"id": "a", "steps": [{"do": "launch"}]}"#),
    table(
      #"{"id": "a", "title": "t", "steps": [{"do": "launch"}]}, "#
        + #"{"id": "a", "title": "t", "steps": [{"do": "launch"}]}"#),
    table(#"{"id": "a", "title": "t", "steps": [{"do": "launch"}]}"#, more: #", "servr": {}"#),
    table(
      #"{"id": "a", "title": "t", "steps": [{"do": "launch"}]}"#,
      more: #", "server": {"profile": "strip"}"#),
    table(
      #"{"id": "a", "title": "t", "steps": [{"do": "launch"}]}"#,
      more: #", "server": {"successStatus": 404}"#),
    table(
      #"{"id": "a", "title": "t", "steps": [{"do": "launch"}]}"#,
      more: #", "knownFailures": [{"scenario": "b", "code": "key-chnged", "reason": "r"}]"#),
    steps(#"{"do": "lanch"}"#), steps(#"{"do": "launch"}, {"do": "submit"}"#),
    steps(#"{"do": "sync"}"#),
    steps(#"{"do": "launch"}, {"do": "await", "recorded": "A"}"#),
    steps(#"{"do": "launch"}, {"do": "await", "state": {"operation": "A", "is": "finished"}}"#),
    steps(#"{"do": "launch"}, {"do": "check", "records": -1}"#),
    steps(
      #"{"do": "launch"}, {"do": "submit", "operation": "A"}"#,
      faults: #"{"kind": "lose-answer", "operation": "A"}"#),
    steps(
      #"{"do": "launch"}, {"do": "submit", "operation": "A"}"#,
      faults: #"{"kind": "lost-answer", "operation": "B"}"#),
    steps(
      #"{"do": "launch"}, {"do": "submit", "operation": "A"}"#,
      faults: #"{"kind": "lost-answer"}"#),
  ]
}
