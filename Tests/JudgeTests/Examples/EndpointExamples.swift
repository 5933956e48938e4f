// Owns: examples of `wrong-endpoint`.

import AcceptanceModel

let endpointExamples: [RuleExample] = [
  .breaks("wrong-endpoint", "nothing arrives at all") { log in
    log.server(.listening)
    log.launch()
    log.submit("A")
    log.awaitFailed(.recorded(.a))
  },
  .breaks("wrong-endpoint", "another path") { log in
    log.launch()
    log.submit("A")
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .otherPath))
  },
  .breaks("wrong-endpoint", "another query") { log in
    log.launch()
    log.submit("A")
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .otherQuery))
  },
  .spares("wrong-endpoint", "another process' requests") { log in
    log.launch()
    log.submit("A")
    for (number, sender) in ForeignSender.allCases.enumerated() {
      log.server(.foreign(RequestNumber(900 + number), ConnectionNumber(900), sender))
    }
    log.deliver("A")
  },
  .breaks("wrong-endpoint", "no HTTP") { log in
    log.launch()
    log.submit("A")
    log.server(.connected(ConnectionNumber(1)))
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .malformed))
    log.awaitFailed(.recorded(.a))
  },
  .spares("wrong-endpoint", "probes and a bare connection") { log in
    log.launch()
    log.submit("A")
    log.server(.connected(ConnectionNumber(900)))
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .probe))
    log.deliver("A")
  },
  .spares("wrong-endpoint", "a 307 was followed") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(307)
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .otherPath))
    log.list()
  },
]
