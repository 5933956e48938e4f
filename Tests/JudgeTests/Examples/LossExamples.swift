// Owns: examples of the rules about lost tasks.

import AcceptanceModel

let lossExamples: [RuleExample] = [
  .breaks(
    "lost-on-power-loss", "acknowledged, then gone with the power",
    also: ["lost-on-power-loss", "removed-early", "lost-operation"]
  ) { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.kill()
    log.terms.powerLossAt = log.entries.count
    log.launch()
    log.server(.up)
    log.list()
  },
  .spares("lost-on-power-loss", "tapped after the power loss, and gone when it was done") { log in
    log.launch()
    log.submit("A")
    log.kill()
    log.terms.powerLossAt = log.entries.count
    log.launch()
    log.list(("A", .pending))
    log.deliver("A")
    log.list()
  },
  .spares("lost-on-power-loss", "done before the power loss, and gone after it") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list(("A", .done))
    log.kill()
    log.terms.powerLossAt = log.entries.count
    log.launch()
    log.list()
  },
  .breaks(
    "lost-operation", "acknowledged, then forgotten by a kill",
    also: [
      "removed-early", "lost-operation",
    ]
  ) { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.relaunch()
    log.server(.up)
    log.list()
  },
  .breaks(
    "lost-operation", "done after a 503 that recorded nothing",
    also: [
      "removed-early", "lost-operation",
    ]
  ) { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.list(("A", .done))
  },
  .spares("lost-operation", "still pending at the last look") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.relaunch()
    log.list(("A", .pending))
  },
  .spares("lost-operation", "of two equal operations each went out, both taken for the second's") {
    log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("B", key: "KEY-1")
    log.list(("A", .done), ("B", .sending))
    log.deliver("B", key: "KEY-2")
    log.list(("A", .done), ("B", .done))
  },
  .breaks("operation-merged", "of two equal operations one went out, and both are done") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("B", key: "KEY-1")
    log.list(("A", .done), ("B", .done))
  },
  .spares("lost-operation", "a submit that was never answered left nothing") { log in
    log.launch()
    log.tap("A")
    log.kill()
    log.client(.submitUnanswered(.a, LaunchNumber(1)))
    log.launch()
    log.list()
  },
  .breaks("store-damaged", "a damaged record takes another task along") { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.submit("B")
    log.client(.damaged(.a, LaunchNumber(1)))
    log.relaunch()
    log.server(.up)
    log.list()
  },
  .breaks("store-damaged", "a kill takes a task that had survived one") { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.relaunch()
    log.list(("A", .pending))
    log.relaunch()
    log.list()
  },
  .breaks("store-damaged", "the client does not start with a damaged record") { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.submit("B")
    log.client(.damaged(.a, LaunchNumber(1)))
    log.kill()
    log.launch("app", .refused)
    log.exit(.status(0))
  },
  .spares("store-damaged", "only the damaged task is gone") { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.submit("B")
    log.client(.damaged(.a, LaunchNumber(1)))
    log.relaunch()
    log.server(.up)
    log.deliver("B")
    log.list()
  },
  .spares("store-damaged", "the damaged task is stopped without more") { log in
    log.launch()
    log.server(.down)
    log.submit("A")
    log.client(.damaged(.a, LaunchNumber(1)))
    log.relaunch()
    log.list(("A", .stopped), diagnosis: false)
  },
  .breaks(
    "removed-early", "a task that was acknowledged, never stored and never sent",
    also: ["removed-early", "lost-operation", "wrong-endpoint"]
  ) { log in
    log.launch()
    log.submit("A")
    log.awaitFailed(.send(.a, number: 1))
    log.list()
  },
]
