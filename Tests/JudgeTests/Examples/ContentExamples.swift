// Owns: examples of the rules about bodies, attribution and redirects.

import AcceptanceModel

let contentExamples: [RuleExample] = [
  .breaks("body-changed", "the retry has another content") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.send("A", body: "OTHER")
    log.answer(409)
  },
  .breaks("body-changed", "the retry has the same meaning in other bytes") { log in
    log.launch()
    log.submit("A")
    log.send("A", body: "BYTES-1", meaning: "MEANING")
    log.answer(503)
    log.send("A", body: "BYTES-2", meaning: "MEANING")
    log.commit()
    log.answer(200)
  },
  .spares("body-changed", "the same bytes after a relaunch") { log in
    log.launch()
    log.submit("A")
    log.send("A", body: "BYTES")
    log.end()
    log.relaunch()
    log.send("A", body: "BYTES")
    log.commit()
    log.answer(200)
  },
  .breaks("unattributed-send", "key and content changed at once") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.send(nil, key: "KEY-NEW")
    log.answer(200)
  },
  .spares("unattributed-send", "a request that was cut is no send") { log in
    log.launch()
    log.submit("A")
    log.server(.partial(RequestNumber(900), ConnectionNumber(900), bodyBytes: 5))
    log.deliver("A")
  },
  .breaks("redirect-leak", "the key went to another origin") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(307)
    log.server(
      .followedRedirect(
        RequestNumber(901), ConnectionNumber(901),
        RedirectCargo(operation: .a, hasKey: true, hasCredential: true, bodyByteCount: 40)))
  },
  .breaks("redirect-leak", "a 307 was followed without the body") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(307)
    log.send("A", body: "EMPTY", bytes: 0)
    log.answer(400)
  },
  .spares("redirect-leak", "a bare request to the other origin") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(302)
    log.server(
      .followedRedirect(
        RequestNumber(901), ConnectionNumber(901), RedirectCargo(operation: nil)))
    log.list(("A", .stopped))
  },
  .spares("redirect-leak", "a 308 followed with the body") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(308)
    log.deliver("A")
    log.list()
  },
]
