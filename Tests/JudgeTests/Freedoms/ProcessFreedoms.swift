// Owns: how a right client may live and die.

import AcceptanceModel

let processFreedoms: [RightHistory] = [
  RightHistory("several retries in one process") { log in
    log.launch()
    log.submit("A")
    for _ in 1...5 {
      log.send("A")
      log.answer(503)
      log.wait(200)
    }
    log.deliver("A")
  },
  RightHistory("one retry for each sync") { log in
    log.terms.limits.retries = .onSync
    log.launch()
    log.submit("A")
    for _ in 1...3 {
      log.send("A")
      log.answer(503)
      log.list(("A", .pending))
      log.sync()
    }
    log.deliver("A")
    log.list()
  },
  RightHistory("a dead sender's task is taken over after its lease") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.launch("background")
    log.kill(launch: 1)
    log.end(.peerGone)
    log.wait(2000)
    log.deliver("A")
    log.list()
  },
  RightHistory("a stopped sender wakes after its task was taken over") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.signal(.stop)
    log.launch("background")
    log.wait(2500)
    log.send("A")
    log.answer(200)
    log.signal(.continue, launch: 1)
    log.answer(200, request: 1)
    log.list()
  },
  RightHistory("gave up in the middle of an upload that the server had just got whole") { log in
    log.launch()
    log.submit("A")
    log.server(.connected(ConnectionNumber(1)))
    log.wait(900)
    log.send("A", connection: 1)
    log.commit()
    log.answer(200)
    log.wait(200)
    log.deliver("A")
  },
  RightHistory("a second process says that it is busy and exits") { log in
    log.launch()
    log.submit("A")
    log.launch("background", .busy)
    log.exit(.status(0))
    log.deliver("A")
  },
  RightHistory("finishing before the first look") { log in
    log.launch()
    log.tap("A")
    log.deliver("A")
    log.acknowledge("A")
    log.list()
  },
  RightHistory("a graceful flush on SIGTERM") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.signal(.terminate)
    log.deliver("A")
    log.exit(.status(0))
    log.launch()
    log.list()
  },
  RightHistory("no flush on SIGTERM") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.signal(.terminate)
    log.exit(.status(143))
    log.end(.peerGone)
    log.launch()
    log.deliver("A")
  },
  RightHistory("a helper process that ends by itself") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.quit()
    log.client(.leftBehind(count: 0))
  },
  RightHistory("done tasks stay listed") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list(("A", .done))
    log.relaunch()
    log.list(("A", .done))
  },
  RightHistory("done tasks go, at once or later") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.deliver("A")
    log.deliver("B")
    log.list(("A", .done))
    log.relaunch()
    log.list()
  },
  RightHistory("killed again and again, each time between the answer and the store") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    for _ in 1...3 {
      log.relaunch()
      log.send("A")
      log.answer(200)
    }
    log.list()
  },
  RightHistory("a killed process's last request arrives after its end") { log in
    log.launch()
    log.submit("A")
    log.kill()
    log.deliver("A")
    log.launch()
    log.send("A")
    log.answer(200)
    log.list()
  },
]
