// Owns: examples of `check-failed`.

import AcceptanceModel
import StrictJSON

let checkExamples: [RuleExample] = [
  .breaks("check-failed", "more sends than expected") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.deliver("A")
    log.check(.sends(.a, atLeast: 1, atMost: 1))
  },
  .breaks("check-failed", "no record") { log in
    log.launch()
    log.submit("A")
    log.check(.records(.a, count: 1))
  },
  .breaks("check-failed", "an answer's number") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(200, numbers: ["attempts": 1])
    log.check(
      .answer(.a, number: 1, status: 200, fields: [JSONMember("attempts", .number("2"))]))
  },
  .breaks("check-failed", "another state") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.list(("A", .paused))
    log.check(.state(.a, .pending))
  },
  .breaks("check-failed", "too many at once") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.send("B")
    log.check(.inFlight(atMost: 1))
  },
  .breaks("check-failed", "not where a rule explains it", also: ["removed-early"]) { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(503)
    log.list()
    log.check(.kept(.a))
  },
  .spares("check-failed", "every check held") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
  },
]
