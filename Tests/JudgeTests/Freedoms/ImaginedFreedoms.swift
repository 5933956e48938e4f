// Owns: histories of right clients that nobody has written yet, each odd in more than one way.

import AcceptanceModel

let imaginedFreedoms: [RightHistory] = [
  RightHistory("a request that was given up is read after the next one, which is still open") {
    log in
    log.launch()
    log.submit("A")
    log.server(.connected(ConnectionNumber(1)))
    log.wait(1000)
    log.server(.connected(ConnectionNumber(2)))
    log.send("A", connection: 2)
    log.wait(400)
    log.send("A", connection: 1)
    log.end(.peerGone)
    log.commit(request: 1)
    log.answer(200, request: 1)
    log.list()
  },
  RightHistory("a request that was given up is read after the success of the next one") { log in
    log.launch()
    log.submit("A")
    log.server(.connected(ConnectionNumber(1)))
    log.wait(1000)
    log.server(.connected(ConnectionNumber(2)))
    log.send("A", connection: 2)
    log.commit()
    log.answer(200)
    log.list(("A", .done))
    log.send("A", connection: 1)
    log.end(.peerGone)
  },
  RightHistory("a second process was turned away by a first that was killed before it could say so")
  {
    log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.client(.launched(LaunchNumber(2), ProcessName("background")))
    log.signal(.kill, launch: 1)
    log.exit(.signal(9), launch: 1)
    log.client(.greeted(LaunchNumber(2), .busy))
    log.exit(.status(0), launch: 2)
  },
  RightHistory("looked at between the answer and its note: still sending, then gone") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.deliver("A")
    log.list(("A", .sending), ("B", .sending))
    log.deliver("B")
    log.list(("B", .sending))
    log.list()
  },
  RightHistory("flushes at SIGTERM, has the success, can't store it, sends again when launched") {
    log in
    log.launch()
    log.submit("A")
    log.signal(.terminate)
    log.deliver("A")
    log.exit(.status(143))
    log.launch()
    log.send("A")
    log.answer(200)
    log.list()
  },
  RightHistory("a tap that was never answered turns up in the next list under a name of its own") {
    log in
    log.launch()
    log.tap("A")
    log.kill()
    log.client(.submitUnanswered(.a, LaunchNumber(1)))
    log.launch()
    log.client(
      .listed(
        LaunchNumber(2), [TaskReport(task: TaskID("T-unknown"), operation: nil, state: .pending)]))
    log.deliver("A")
    log.list()
  },
  RightHistory("heeds one operation's Retry-After for all of them") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503, retryAfter: .seconds(2))
    log.submit("B")
    log.list(("A", .pending), ("B", .pending))
    log.wait(2000)
    log.deliver("B")
    log.deliver("A")
    log.list()
  },
  RightHistory("stays paused over a relaunch, and goes on at a sync under its key") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(403)
    log.list(("A", .paused))
    log.relaunch()
    log.list(("A", .paused))
    log.wait(5000)
    log.sync()
    log.deliver("A")
    log.list()
  },
  RightHistory("stopped at 501, sent again by the user, done") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(501)
    log.list(("A", .stopped))
    log.retry("A")
    log.deliver("A")
    log.list(("A", .done))
  },
  RightHistory("its transport's resend is answered first, then the first connection dies") { log in
    log.launch()
    log.submit("A")
    log.send("A", connection: 7)
    log.end(.reset)
    log.send("A", connection: 8)
    log.commit()
    log.answer(200)
    log.list(("A", .done))
    log.relaunch()
    log.list()
  },
  RightHistory("two failing operations take turns in no order, one of them listed first") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    for name in ["B", "A", "A", "B", "B", "A"] {
      log.send(name)
      log.answer(500)
      log.wait(150)
    }
    log.list(("B", .pending), ("A", .pending))
    log.deliver("B")
    log.deliver("A")
    log.list(("B", .done))
  },
  RightHistory("equal content tapped again after a 409 has a key of its own") { log in
    log.launch()
    log.submit("A")
    log.send("A", body: "SAME")
    log.answer(409)
    log.list(("A", .stopped))
    log.submit("B", like: "A")
    log.send("B", body: "SAME")
    log.commit()
    log.answer(200)
    log.list(("A", .stopped), ("B", .done))
  },
  RightHistory("accepted, sent again, cut, sent again by the next launch, replayed") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(202)
    log.send("A")
    log.commit()
    log.answer(200, delivery: .cut)
    log.relaunch()
    log.wait(2500)
    log.send("A")
    log.answer(201)
    log.list()
  },
]
