// Owns: examples of the rules about tasks that finish too early.

import AcceptanceModel

let listExamples: [RuleExample] = [
  .breaks("removed-early", "gone as soon as it was sent") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.end()
    log.list()
  },
  .breaks("removed-early", "done after a 503") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(503)
    log.list(("A", .done))
  },
  .breaks("removed-early", "one of two equal operations is gone, one success for both") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("A", key: "KEY-1")
    log.send("B", key: "KEY-2")
    log.commit()
    log.answer(503)
    log.list()
  },
  .breaks("removed-early", "the success was written to a process that had been killed") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.relaunch()
    log.answer(200)
    log.list()
  },
  .spares("removed-early", "finished before the first look") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list()
  },
  .spares("removed-early", "not acknowledged before the look") { log in
    log.launch()
    log.tap("A")
    log.list()
    log.acknowledge("A")
    log.deliver("A")
  },
  .spares("removed-early", "a 202 that was polled until it was recorded") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(202)
    log.server(.committed(RecordNumber(1), RequestNumber(1)))
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .probe))
    log.list(("A", .done))
  },
  .breaks("false-success", "HTML under a 200") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(200, .other)
    log.list(("A", .done))
  },
  .breaks("false-success", "the success of another operation") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(200, .successOfAnother)
    log.list()
  },
  .breaks("false-success", "a refusal shown as done") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(422)
    log.list(("A", .done))
  },
  .breaks(
    "false-success", "an empty 204 without a record",
    also: [
      "false-success", "lost-operation",
    ]
  ) { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(204)
    log.list()
  },
  .spares("false-success", "an empty 204 with a record") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(204)
    log.list(("A", .done))
  },
  .spares("false-success", "records that the server lost later") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.server(.restarted(.lost))
    log.server(.recordsLost)
    log.list(("A", .done))
  },
  .breaks("stopped-silently", "vanished after a 400") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(400)
    log.list()
  },
  .breaks("stopped-silently", "stopped without a diagnosis") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(409)
    log.list(("A", .stopped), diagnosis: false)
  },
  .spares("stopped-silently", "stopped with a diagnosis") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(409)
    log.list(("A", .stopped))
    log.relaunch()
    log.list(("A", .stopped))
  },
  .spares("stopped-silently", "refused before the end of the upload") { log in
    log.launch()
    log.submit("A")
    log.server(.partial(RequestNumber(900), ConnectionNumber(900), bodyBytes: 9))
    log.answer(413, request: 900)
    log.list(("A", .stopped))
  },
]
