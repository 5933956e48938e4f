// Owns: examples of `sent-after-done`.

import AcceptanceModel

let doneExamples: [RuleExample] = [
  .breaks("sent-after-done", "by the same process") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.wait(100)
    log.send("A")
    log.answer(200)
  },
  .breaks("sent-after-done", "restored by a relaunch, after it was gone") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list()
    log.relaunch()
    log.send("A")
    log.answer(200)
  },
  .breaks("sent-after-done", "restored by a relaunch, after it was listed as done") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list(("A", .done))
    log.quit()
    log.launch()
    log.send("A")
    log.answer(200)
  },
  .spares("sent-after-done", "killed before it could store the success") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.relaunch()
    log.send("A")
    log.answer(200)
    log.list()
  },
  .spares("sent-after-done", "killed while it was listed as pending") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.list(("A", .sending))
    log.relaunch()
    log.send("A")
    log.answer(200)
  },
  .spares("sent-after-done", "a success that was cut") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.answer(200, delivery: .cut)
    log.send("A")
    log.answer(200)
  },
  .spares("sent-after-done", "a success later than the client waits") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.wait(995)
    log.answer(200)
    log.send("A")
    log.answer(200)
  },
  .spares("sent-after-done", "a slow sender's task was taken over meanwhile") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.signal(.stop)
    log.launch("background")
    log.wait(2100)
    log.answer(200)
    log.send("A")
    log.answer(200)
  },
  .spares("sent-after-done", "connectivity came back while the answer was under way") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.commit()
    log.sync()
    log.answer(200)
    log.send("A")
    log.answer(200)
  },
]
