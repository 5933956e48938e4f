// Owns: examples of the rules about keys.

import AcceptanceModel

let keyExamples: [RuleExample] = [
  .breaks("key-missing", "no send has a key") { log in
    log.launch()
    log.submit("A")
    log.send("A", facts: .missing)
    log.answer(400)
  },
  .breaks("key-missing", "only the retry has none") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.send("A", facts: .missing)
    log.answer(400)
  },
  .spares("key-missing", "the server knows no keys") { log in
    log.terms.expectsKey = false
    log.launch()
    log.submit("A")
    log.send("A", facts: .missing)
    log.commit()
    log.answer(200)
  },
  .breaks("key-invalid", "an empty key") { log in
    log.launch()
    log.submit("A")
    log.send("A", facts: .invalid(IdempotencyKey(""), .empty))
    log.answer(400)
  },
  .breaks("key-invalid", "too long a key") { log in
    log.launch()
    log.submit("A")
    log.send("A", facts: .invalid(IdempotencyKey("KEY-LONG"), .tooLong))
    log.answer(400)
  },
  .breaks("key-invalid", "the retry puts the key in quotes") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.send("A", spelling: .quoted)
    log.commit()
    log.answer(200)
  },
  .spares("key-invalid", "in quotes each time") { log in
    log.launch()
    log.submit("A")
    log.send("A", spelling: .quoted)
    log.answer(503)
    log.send("A", spelling: .quoted)
    log.commit()
    log.answer(200)
  },
  .breaks("key-changed", "a new key for each send") { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1")
    log.answer(503)
    log.send("A", key: "KEY-2")
    log.answer(503)
    log.send("A", key: "KEY-3")
    log.commit()
    log.answer(200)
  },
  .breaks("key-changed", "after a kill and a relaunch") { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1")
    log.answer(503)
    log.relaunch()
    log.send("A", key: "KEY-2")
    log.commit()
    log.answer(200)
  },
  .breaks("key-changed", "a second process makes its own") { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1")
    log.answer(503)
    log.launch("background")
    log.send("A", key: "KEY-2")
    log.commit()
    log.answer(200)
  },
  .breaks("key-changed", "three keys for two equal operations") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("A", key: "KEY-1")
    log.send("B", key: "KEY-2")
    log.answer(503)
    log.send("B", key: "KEY-3")
    log.commit()
    log.answer(200)
  },
  .spares("key-changed", "a retry that the user asked for after a stop") { log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1")
    log.answer(409)
    log.list(("A", .stopped))
    log.retry("A")
    log.send("A", key: "KEY-2")
    log.commit()
    log.answer(200)
  },
  .spares("key-changed", "the same key after a relaunch") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(503)
    log.relaunch()
    log.deliver("A")
  },
  .spares("key-changed", "two keys for two equal operations") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("A", key: "KEY-1")
    log.deliver("B", key: "KEY-2")
    log.list()
  },
  .breaks("key-shared", "B goes out under A's key") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.deliver("A", key: "KEY-1")
    log.send("B", key: "KEY-1")
    log.answer(409)
  },
  .spares("key-shared", "each its own") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.deliver("B")
    log.deliver("A")
  },
  .breaks("operation-merged", "the second tap is never sent") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("A")
    log.list()
  },
  .breaks("operation-merged", "two taps are acknowledged as one task") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A", task: "T-A")
    log.deliver("A")
  },
  .spares("operation-merged", "the second is still pending") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.deliver("A")
    log.list(("B", .pending))
  },
  .spares("operation-merged", "equal operations go out in the other order") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    // B's own send: without a reported key it counts as A's.
    log.deliver("A", key: "KEY-B")
    log.list(("A", .pending))
    log.deliver("B", key: "KEY-A")
    log.list()
  },
  .breaks("key-changed", "a key in the body that is new for each retry makes no other body") {
    log in
    log.launch()
    log.submit("A")
    log.send("A", key: "KEY-1", body: "BODY-1", withoutKey: "BODY")
    log.answer(503)
    log.send("A", key: "KEY-2", body: "BODY-2", withoutKey: "BODY")
    log.answer(200)
  },
  .breaks(
    "body-changed", "a key in the body that stays, and a time beside it that does not"
  ) { log in
    log.launch()
    log.submit("A")
    log.send("A", body: "BODY-1", withoutKey: "BODY-AT-1")
    log.answer(503)
    log.send("A", body: "BODY-2", withoutKey: "BODY-AT-2")
    log.answer(200)
  },
  .breaks("key-missing", "two equal taps without keys, both recorded and gone") { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    for _ in 1...2 {
      log.send("A", facts: .missing)
      log.commit()
      log.answer(200)
    }
    log.list()
  },
  .breaks(
    "key-missing", "equal taps without keys: no send can be held against another's answer",
    also: ["key-missing", "duplicate-record"]
  ) { log in
    log.launch()
    log.submit("A")
    log.submit("B", like: "A")
    log.send("A", facts: .missing)
    log.commit()
    log.answer(503, retryAfter: .seconds(2))
    log.send("A", facts: .missing)
    log.send("A", facts: .missing)
    log.commit(request: 2)
    log.answer(200, request: 2)
    log.commit(request: 3)
    log.answer(409, request: 3)
    log.send("A", facts: .missing)
    log.answer(200)
    log.list()
  },
]
