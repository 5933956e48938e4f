// Owns: examples of `retried-after-stop`.

import AcceptanceModel

let stopExamples: [RuleExample] = [
  .breaks("retried-after-stop", "by the same process") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.wait(200)
    log.send("A")
    log.answer(400)
  },
  .breaks("retried-after-stop", "by the next launch, though it was listed as stopped") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(409)
    log.list(("A", .stopped))
    log.relaunch()
    log.send("A")
    log.answer(409)
  },
  .breaks("retried-after-stop", "by the next launch, long after the answer") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(422)
    log.wait(5000)
    log.relaunch()
    log.send("A")
    log.answer(422)
  },
  .breaks("retried-after-stop", "by a one-shot client's next process") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(422)
    log.exit(.status(0))
    log.launch()
    log.send("A")
    log.answer(422)
  },
  .breaks("retried-after-stop", "by a sync") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.list(("A", .stopped))
    log.sync()
    log.send("A")
    log.answer(400)
  },
  .spares("retried-after-stop", "the user asked for it") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.list(("A", .stopped))
    log.retry("A")
    log.send("A")
    log.answer(503)
    log.deliver("A")
    log.list()
  },
  .spares("retried-after-stop", "killed before it could store the refusal") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.relaunch()
    log.send("A")
    log.answer(400)
    log.list(("A", .stopped))
  },
  .spares("retried-after-stop", "the refusal came when the client had given up") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.wait(990)
    log.answer(400)
    log.deliver("A")
  },
  .spares("retried-after-stop", "paused by a 401, gone on with new credentials") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(401)
    log.list(("A", .paused))
    log.quit()
    log.launch()
    log.deliver("A")
    log.list()
  },
  .spares("retried-after-stop", "the table says that a 409 is in progress") { log in
    log.terms.answers.overrides[409] = .keep
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(409)
    log.deliver("A")
  },
]
