// Owns: examples of `duplicate-record`.

import AcceptanceModel

let recordExamples: [RuleExample] = [
  .breaks(
    "duplicate-record", "the retry's new key makes a second record",
    also: [
      "key-changed", "duplicate-record",
    ]
  ) { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1")
    log.commit()
    log.answer(503)
    log.send("A", key: "KEY-2")
    log.commit()
    log.answer(200)
  },
  .breaks("duplicate-record", "a server without keys records the retry") { log in
    log.terms.expectsKey = false
    log.launch()
    log.submit("A")
    log.send("A", facts: .missing)
    log.commit()
    log.answer(503)
    log.send("A", facts: .missing)
    log.commit()
    log.answer(200)
  },
  .breaks("duplicate-record", "a submit that was refused is recorded") { log in
    log.launch()
    log.tap("A")
    log.client(.submitRefused(.a, LaunchNumber(1), .refused))
    log.deliver("A")
  },
  .spares("duplicate-record", "a submit that was never answered is recorded once") { log in
    log.launch()
    log.tap("A")
    log.kill()
    log.client(.submitUnanswered(.a, LaunchNumber(1)))
    log.launch()
    log.deliver("A")
  },
  .spares("duplicate-record", "the server died between the record and its key") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.server(.faultActed(index: 0, RequestNumber(1), ConnectionNumber(1)))
    log.commit()
    log.end()
    log.server(.restarted(.kept))
    log.deliver("A")
    log.list()
  },
  .spares("duplicate-record", "the restart lost the first record") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.server(.restarted(.lost))
    log.server(.recordsLost)
    log.deliver("A")
    log.list()
  },
  .spares("duplicate-record", "the scenario replaced the first record") { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1")
    log.commit()
    log.end()
    log.send("A", key: "KEY-1")
    log.server(.recordReplaced(RecordNumber(1), RequestNumber(2)))
    log.answer(409)
    log.list(("A", .stopped))
    log.retry("A")
    log.deliver("A", key: "KEY-2")
    log.list()
  },
]
