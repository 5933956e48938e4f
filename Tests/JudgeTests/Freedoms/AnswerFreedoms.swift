// Owns: what a right client may make of answers.

import AcceptanceModel

let answerFreedoms: [RightHistory] = [
  RightHistory("200 on a replay instead of 201") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(201, delivery: .cut)
    log.send("A")
    log.answer(200)
    log.list()
  },
  RightHistory("a 202 that is polled") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(202)
    log.server(.strayed(RequestNumber(900), ConnectionNumber(900), .probe))
    log.list(("A", .pending))
    log.server(.strayed(RequestNumber(901), ConnectionNumber(901), .probe))
    log.list()
  },
  RightHistory("a 202 that is sent again with the same key") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(202)
    log.send("A")
    log.answer(200)
    log.list()
  },
  RightHistory("an odd 200 is unknown, and retried") { log in
    log.launch()
    log.submit("A")
    for content in [AnswerFacts.Content.other, .error, .empty, .successOfAnother] {
      log.send("A")
      log.answer(200, content)
      log.list(("A", .pending))
    }
    log.deliver("A")
    log.list()
  },
  RightHistory("no redirect is followed") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(302)
    log.list(("A", .stopped))
    log.submit("B")
    log.send("B")
    log.answer(308)
    log.list(("A", .stopped), ("B", .stopped))
  },
  RightHistory("a same-origin 307 is followed with key and body") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(307)
    log.deliver("A")
    log.list()
  },
  RightHistory("a 401 pauses the queue, a sync goes on") { log in
    log.launch()
    log.submit("A")
    log.submit("B")
    log.send("A")
    log.answer(401)
    log.list(("A", .paused), ("B", .paused))
    log.sync()
    log.deliver("A")
    log.deliver("B")
    log.list()
  },
  RightHistory("a 403 stops, the user asks again") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(403)
    log.list(("A", .stopped))
    log.retry("A")
    log.deliver("A")
  },
  RightHistory("a 403 pauses, the next launch goes on") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(403)
    log.list(("A", .paused))
    log.relaunch()
    log.deliver("A")
    log.list()
  },
  RightHistory("a user's explicit retry after a stop") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(422)
    log.list(("A", .stopped))
    log.relaunch()
    log.retry("A")
    log.send("A")
    log.answer(422)
    log.list(("A", .stopped))
  },
]
