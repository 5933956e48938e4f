// Owns: examples of the rules about what did not happen, each seen by a wait that failed.

import AcceptanceModel

let waitExamples: [RuleExample] = [
  .breaks("gave-up", "no more sends after three of them") { log in
    log.launch()
    log.submit("A")
    for _ in 1...3 {
      log.send("A")
      log.answer(503)
    }
    log.awaitFailed(.send(.a, number: 4))
  },
  .breaks("gave-up", "stopped after a lost answer") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.end()
    log.list(("A", .stopped))
  },
  .breaks("gave-up", "while the server was down") { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.wait(3000)
    log.server(.up)
    log.awaitFailed(.recorded(.a))
  },
  .breaks("gave-up", "a refusal that no process was left to read allows nothing") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.relaunch()
    log.answer(400)
    log.list(("A", .stopped))
  },
  .spares("gave-up", "the last answer allows to stop") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.send("A")
    log.answer(501)
    log.list(("A", .stopped))
  },
  .spares("gave-up", "stopped again after the user's own retry") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.retry("A")
    log.send("A")
    log.answer(503)
    log.list(("A", .stopped))
  },
  .breaks("gave-up", "paused for ever, though all came that a pause can wait for") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(401)
    log.list(("A", .paused))
    log.relaunch()
    log.list(("A", .paused))
    log.awaitFailed(.settled)
  },
  .breaks("not-restored", "nothing is sent after a relaunch") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.end()
    log.relaunch()
    log.awaitFailed(.send(.a, number: 2))
  },
  .breaks("not-restored", "a lock that outlives its process") { log in
    log.launch()
    log.submit("A")
    log.kill()
    log.launch("app", .busy)
    log.exit(.status(0))
  },
  .spares("not-restored", "sent again after a relaunch") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.end()
    log.relaunch()
    log.wait(2000)
    log.deliver("A")
  },
  .breaks("blocked-behind", "behind one that was refused") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.submit("B")
    log.awaitFailed(.recorded(.b))
  },
  .breaks("blocked-behind", "behind one that is failing") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.answer(503)
    log.wait(300)
    log.send("A")
    log.answer(503)
    log.awaitFailed(.recorded(.b))
  },
  .spares("blocked-behind", "B overtakes A") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.answer(503)
    log.deliver("B")
    log.send("A")
    log.commit()
    log.answer(200)
  },
  .breaks("still-waiting", "a burst's last operation is listed as pending for ever") { log in
    log.launch()
    log.submit("A-1")
    log.submit("A-2")
    log.deliver("A-1")
    log.deliver("A-2")
    log.list(("A-2", .pending))
    log.awaitFailed(.state(.a, .done))
  },
  .breaks("still-waiting", "behind a queue that a 401 paused", also: ["still-waiting"]) { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.answer(401)
    log.awaitFailed(.recorded(.b))
  },
  .breaks("still-waiting", "a failing operation blocks nobody while a 401 pauses the queue") {
    log in
    log.launch()
    log.submit("A")
    log.submit("C")
    log.submit("B")
    log.send("A")
    log.answer(503)
    log.send("C")
    log.answer(401)
    log.awaitFailed(.recorded(.b))
  },
  .breaks("still-waiting", "a waived finding does not explain it") { log in
    log.terms.waivers = [Waiver(code: FindingCode("gave-up"), reason: "known")]
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.awaitFailed(.send(.a, number: 2))
  },
  .spares("still-waiting", "every wait came true") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list()
  },
]
