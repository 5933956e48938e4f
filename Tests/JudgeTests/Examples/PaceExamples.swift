// Owns: examples of the rules about pauses between sends.

import AcceptanceModel

let paceExamples: [RuleExample] = [
  .breaks("retry-storm", "more retries in a second than promised") { log in
    log.launch()
    log.submit("A")
    for _ in 0...27 {
      log.send("A")
      log.answer(503)
    }
  },
  .spares("retry-storm", "as many as promised, one that the tap set off, one that was read late") {
    log in
    log.launch()
    log.submit("A")
    for _ in 0...26 {
      log.send("A")
      log.answer(503)
    }
  },
  .breaks("retry-storm", "after failures that lasted for seconds, with pauses at first") { log in
    log.launch()
    log.submit("A")
    for _ in 1...10 {
      log.send("A")
      log.answer(503)
      log.wait(280)
    }
    for _ in 0...31 {
      log.send("A")
      log.answer(503)
    }
  },
  .breaks("retry-storm", "after a 429 that named no time that can be read") { log in
    log.launch()
    log.submit("A")
    for _ in 0...27 {
      log.send("A")
      log.answer(429)
    }
  },
  .spares("retry-storm", "sends that were given up one after the other, all read at once") { log in
    log.launch()
    log.submit("A")
    log.wait(30_000)
    for number in 1...31 {
      log.send("A", connection: number)
      log.end(.peerGone)
    }
  },
  .breaks("retry-storm", "connections that are dropped on accept") { log in
    log.launch()
    log.submit("A")
    for number in 1...52 { log.drop(number) }
  },
  .spares("retry-storm", "dropped connections, each made twice by the HTTP library") { log in
    log.launch()
    log.submit("A")
    for number in 1...51 { log.drop(number) }
  },
  .spares("retry-storm", "dropped connections of three operations") { log in
    log.launch()
    for name in ["A", "B", "C"] { log.submit(name) }
    for number in 1...100 { log.drop(number) }
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
