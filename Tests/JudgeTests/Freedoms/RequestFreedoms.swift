// Owns: how a right client may write its requests.

import AcceptanceModel

let requestFreedoms: [RightHistory] = [
  RightHistory("any header case, chunked upload, headers that vary: none of it is observed") {
    log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.deliver("A")
    log.list()
  },
  RightHistory("a key as a quoted structured-field string, the same each time") { log in
    log.launch()
    log.submit("A")
    log.send("A", spelling: .quoted)
    log.end()
    log.send("A", spelling: .quoted)
    log.commit()
    log.answer(200)
  },
  RightHistory("an opaque key that is no UUID") { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY:device-7/00042~a")
    log.end()
    log.deliver("A", key: "KEY:device-7/00042~a")
  },
  RightHistory("a kept-alive connection for every send") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A", connection: 1)
    log.answer(503)
    log.send("A", connection: 1)
    log.commit()
    log.answer(200)
    log.send("B", connection: 1)
    log.commit()
    log.answer(200)
  },
  RightHistory("extra probes and bare connects") { log in
    log.launch()
    log.server(.connected(ConnectionNumber(900)))
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .probe))
    log.submit("A")
    log.server(.strayed(RequestNumber(901), ConnectionNumber(901), .probe))
    log.deliver("A")
    log.server(.strayed(RequestNumber(902), ConnectionNumber(902), .probe))
  },
  RightHistory("a transport's own resend, at once, with equal key and bytes") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.end(.closed)
    log.send("A")
    log.end(.reset)
    log.deliver("A")
    log.list()
  },
  RightHistory("an incomplete request") { log in
    log.launch()
    log.submit("A")
    log.server(.partial(RequestNumber(900), ConnectionNumber(900), bodyBytes: 17))
    log.end(.reset, request: 900)
    log.deliver("A")
  },
  RightHistory("independent operations in any order") { log in
    log.launch()
    for name in ["A", "B", "C", "D"] { log.submit(name) }
    log.list(("A", .pending), ("B", .sending), ("C", .pending), ("D", .pending))
    for name in ["C", "A", "D", "B"] { log.deliver(name) }
    log.list(("B", .done))
  },
  RightHistory("jittered gaps that shrink") { log in
    log.launch()
    log.submit("A")
    for gap in [290, 180, 240, 60, 12] {
      log.send("A")
      log.answer(503)
      log.wait(gap)
    }
    log.deliver("A")
  },
  RightHistory("any wait longer than Retry-After") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503, retryAfter: .seconds(1))
    log.wait(60_000)
    log.deliver("A")
  },
]
