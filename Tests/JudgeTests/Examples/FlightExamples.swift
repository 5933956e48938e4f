// Owns: examples of `overlapping-sends`.

import AcceptanceModel

let flightExamples: [RuleExample] = [
  .breaks("overlapping-sends", "two senders in one process") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.send("A")
    log.commit()
    log.answer(200, request: 1)
    log.answer(200, request: 2)
  },
  .breaks("overlapping-sends", "a second process before the lease has run out") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.signal(.stop)
    log.launch("background")
    log.wait(500)
    log.send("A")
    log.commit()
    log.answer(200)
  },
  .breaks("overlapping-sends", "a send that timed out was not cancelled") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.wait(1000)
    log.send("A")
    log.commit()
    log.answer(200)
  },
  .spares("overlapping-sends", "the earlier socket was closed by its peer") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.wait(1000)
    log.end(.peerGone)
    log.deliver("A")
  },
  .spares("overlapping-sends", "its sender was stopped for longer than the lease") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.signal(.stop)
    log.launch("background")
    log.wait(2000)
    log.send("A")
    log.commit()
    log.answer(200)
    log.signal(.continue, launch: 1)
    log.answer(200, request: 1)
  },
  .spares("overlapping-sends", "its sender was stopped when its lease was old already") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.wait(1500)
    log.signal(.stop)
    log.launch("background")
    log.wait(500)
    log.send("A")
    log.commit()
    log.answer(200)
  },
  .breaks("overlapping-sends", "a busy process's end excuses nothing") { log in
    log.launch()
    log.submit("A")
    log.launch("background", .busy)
    log.send("A")
    log.exit(.status(0))
    log.send("A")
    log.commit()
    log.answer(200)
  },
  .spares("overlapping-sends", "its sender was killed") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.server(.held(RequestNumber(1)))
    log.relaunch()
    log.deliver("A")
    log.end(.peerGone, request: 1)
  },
  .spares("overlapping-sends", "the server's restart ended it") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.server(.restarted(.kept))
    log.deliver("A")
  },
  .spares("overlapping-sends", "another operation is in flight") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.send("B")
    log.commit(request: 1)
    log.answer(200, request: 1)
    log.commit(request: 2)
    log.answer(200, request: 2)
  },
  .spares("overlapping-sends", "the network delivered one request twice") { log in
    log.launch()
    log.submit("A")
    log.send("A", connection: 1)
    log.send("A", connection: 1)
    log.commit(request: 1)
    log.answer(200, request: 1)
    log.answer(200, request: 2)
  },
]
