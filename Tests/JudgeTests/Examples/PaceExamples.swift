// Owns: examples of the rules about pauses between sends.

import AcceptanceModel

let paceExamples: [RuleExample] = [
  .breaks("retry-storm", "more retries in a second than promised") { log in
    log.launch()
    log.submit("A")
    for _ in 0...26 {
      log.send("A")
      log.answer(503)
    }
  },
  .spares("retry-storm", "as many as promised, and one that the tap set off") { log in
    log.launch()
    log.submit("A")
    for _ in 0...25 {
      log.send("A")
      log.answer(503)
    }
  },
  .spares("retry-storm", "each set off by a sync") { log in
    log.launch()
    log.submit("A")
    for _ in 0...40 {
      log.sync()
      log.send("A")
      log.answer(503)
    }
  },
  .spares("retry-storm", "gaps that shrink, down to nothing once") { log in
    log.launch()
    log.submit("A")
    for gap in [400, 250, 100, 0, 0] {
      log.wait(gap)
      log.send("A")
      log.answer(503)
    }
  },
  .breaks("retry-after-ignored", "sooner than the server asked for") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503, retryAfter: .seconds(2))
    log.wait(300)
    log.deliver("A")
  },
  .breaks("retry-after-ignored", "a sync does not lift it") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(429, retryAfter: .seconds(2))
    log.sync()
    log.deliver("A")
  },
  .breaks("retry-after-ignored", "forgotten by a relaunch, long after the answer") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503, retryAfter: .seconds(60))
    log.wait(5100)
    log.relaunch()
    log.deliver("A")
  },
  .spares("retry-after-ignored", "later than the server asked for") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503, retryAfter: .seconds(2))
    log.wait(4000)
    log.deliver("A")
  },
  .spares("retry-after-ignored", "killed before it could store the time") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503, retryAfter: .seconds(60))
    log.relaunch()
    log.deliver("A")
  },
  .spares("retry-after-ignored", "another operation") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.answer(503, retryAfter: .seconds(60))
    log.deliver("B")
  },
]
