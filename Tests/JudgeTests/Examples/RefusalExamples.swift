import AcceptanceModel

let refusalExamples: [RuleExample] = [
  .breaks("not-queued", "refused while the server is down") { log in
    log.launch()
    log.server(.down)
    log.refuse("A")
  },
  .breaks("not-queued", "refused after its request had no answer") { log in
    log.launch()
    log.tap("A")
    log.send("A")
    log.end(.reset)
    log.client(.submitRefused(.a, LaunchNumber(1), .allowed))
  },
  .breaks("not-queued", "refused after its connection was dropped on accept") { log in
    log.launch()
    log.tap("A")
    log.server(.connected(ConnectionNumber(1)))
    log.server(.faultActed(index: 0, nil, ConnectionNumber(1)))
    log.client(.submitRefused(.a, LaunchNumber(1), .allowed))
  },
  .breaks(
    "not-queued", "refused after a send that was recorded",
    also: ["not-queued", "duplicate-record"]
  ) { log in
    log.launch()
    log.tap("A")
    log.send("A")
    log.commit()
    log.answer(503)
    log.client(.submitRefused(.a, LaunchNumber(1), .allowed))
  },
  .spares("not-queued", "refused after the server had refused it") { log in
    log.launch()
    log.tap("A")
    log.send("A")
    log.answer(422)
    log.client(.submitRefused(.a, LaunchNumber(1), .allowed))
  },
  .breaks("tap-refused", "refused without any reason that can be seen") { log in
    log.launch()
    log.refuse("A")
  },
  .breaks("tap-refused", "the server was down earlier, and is up again") { log in
    log.launch()
    log.server(.down)
    log.server(.up)
    log.refuse("A")
  },
  .spares("tap-refused", "on a disk that the scenario has filled") { log in
    log.launch()
    log.refuse("A", .refused)
  },
  .spares("tap-refused", "in evidence that does not say whether the disk was full") { log in
    log.launch()
    log.refuse("A", .unknown)
  },
]
