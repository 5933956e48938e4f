// Owns: examples of the rules about the client's processes.

import AcceptanceModel

let processExamples: [RuleExample] = [
  .breaks("client-crashed", "by a signal of its own") { log in
    log.launch()
    log.submit("A")
    log.send("A")
    log.answer(200, delivery: .cut)
    log.exit(.signal(4))
  },
  .breaks("client-crashed", "with a status that is no quit") { log in
    log.launch()
    log.signal(nil)
    log.exit(.status(70))
  },
  .breaks("client-crashed", "SIGSEGV while it was being terminated") { log in
    log.launch()
    log.signal(.terminate)
    log.exit(.signal(11))
  },
  .spares("client-crashed", "killed by the runner") { log in
    log.launch()
    log.kill()
  },
  .spares("client-crashed", "SIGTERM without a handler") { log in
    log.launch()
    log.signal(.terminate)
    log.exit(.signal(15))
  },
  .spares("client-crashed", "a status that the table allows") { log in
    log.terms.okExit = [0, 75]
    log.launch()
    log.exit(.status(75))
  },
  .breaks("process-left-behind", "two of them") { log in
    log.launch()
    log.quit()
    log.client(.leftBehind(count: 2))
  },
  .spares("process-left-behind", "helpers that ended by themselves") { log in
    log.launch()
    log.quit()
    log.client(.leftBehind(count: 0))
  },
  .breaks("no-answer", "to a look at the list") { log in
    log.launch()
    log.wait(5000)
    log.client(.unanswered(LaunchNumber(1), command: "tasks"))
  },
  .spares("no-answer", "the runner had stopped it") { log in
    log.launch()
    log.signal(.stop)
    log.wait(5000)
    log.client(.unanswered(LaunchNumber(1), command: "tasks"))
  },
  .spares("no-answer", "the runner had killed it") { log in
    log.launch()
    log.kill()
    log.client(.unanswered(LaunchNumber(1), command: "tasks"))
  },
  .breaks("contract-broken", "a line that is none, after its first send") { log in
    log.launch()
    log.submit("A")
    log.deliver("A")
    log.client(.contractBroken(LaunchNumber(1), reason: "a line of 12 bytes is no JSON"))
  },
  .spares("contract-broken", "before anything was sent: the scenario's error") { log in
    log.launch()
    log.client(.contractBroken(LaunchNumber(1), reason: "a line of 12 bytes is no JSON"))
  },
  .breaks("ability-denied", "it declares tasks, and can't list them") { log in
    log.launch()
    log.submit("A")
    log.client(.abilityDenied(LaunchNumber(1), command: "tasks"))
  },
  .breaks("ability-denied", "it declares token, and sends none") { log in
    log.terms.givesToken = true
    log.launch("app", .ok(can: ["submit", "token"], DeclaredLimits()))
    log.submit("A")
    log.deliver("A")
  },
  .spares("ability-denied", "it declares token, and sends one") { log in
    log.terms.givesToken = true
    log.sendsCredential = true
    log.launch("app", .ok(can: ["submit", "token"], DeclaredLimits()))
    log.submit("A")
    log.deliver("A")
  },
  .spares("ability-denied", "what it never declared, nobody asked of it") { log in
    log.launch("app", .ok(can: ["submit"], DeclaredLimits()))
    log.submit("A")
    log.deliver("A")
  },
  .breaks("secret-in-output", "on stderr") { log in
    log.launch()
    log.client(.secretSeen(LaunchNumber(1), .stderr))
  },
  .spares("secret-in-output", "none was seen") { log in
    log.launch()
    log.quit()
  },
]
