// Owns: steps that cannot be done where they stand, and faults that can never act.

import Testing

@Suite struct ReachabilityTests {
  @Test("a step on a process that is not there", arguments: processes)
  func processComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("a step about an operation or a server that is not there", arguments: operations)
  func operationComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("a fault that can never act", arguments: faults)
  func faultComplaints(_ marked: String, _ sentence: String) { expect(marked, sentence) }

  @Test("what comes close to a mistake and is none loads", arguments: right)
  func rightSteps(_ text: String) { #expect(complaints(about: text) == []) }

  private func expect(_ marked: String, _ sentence: String) {
    let text = MarkedText(marked)
    #expect(complaints(about: text.text) == [text.place + sentence])
  }

  private static let awaitA = #"{"do": "await", "recorded": "A"}"#
  private static let submitA = #"{"do": "submit", "operation": "A"}"#
  private static let launch = #"{"do": "launch"}"#
  private static let killAtA = #"{"kind": "kill-client-after-commit", "operation": "A"}"#
  private static let awaitExit = #"{"do": "await", "exit": "app"}"#

  private static let processes: [(String, String)] = [
    (
      Around.steps("«\(submitA), \(awaitA)"),
      "no step before this one launches the process \"app\"; launch it first"
    ),
    (
      Around.step(#"«{"do": "sync", "process": "background"}"#),
      "no step before this one launches the process \"background\" (launched so far: \"app\"); "
        + "launch it first"
    ),
    (
      Around.step("«\(launch)"),
      "the process \"app\" is running already; kill it, quit it, "
        + "or launch another one under another name"
    ),
    (
      Around.step(#"{"do": "kill"}, «{"do": "tasks"}"#),
      "the process \"app\" has ended before this step; launch it again first"
    ),
    (
      Around.step(#"{"do": "quit"}, «{"do": "kill"}"#),
      "the process \"app\" has ended before this step; launch it again first"
    ),
    (
      Around.step(#"{"do": "quit"}, «{"do": "await", "exit": "app"}"#),
      "the process \"app\" has ended before this step; launch it again first"
    ),
    (
      Around.step("«\(awaitExit)"),
      "nothing ends the process \"app\" before this step, so it cannot exit here; "
        + "a fault that kills the client or a signal \"terminate\" would"
    ),
    (
      Around.step(#"{"do": "kill", "signal": "stop"}, «{"do": "tasks"}"#),
      "the process \"app\" is stopped here and answers nothing; "
        + "continue it with {\"do\": \"kill\", \"signal\": \"continue\"} first"
    ),
    (
      Around.step(#"«{"do": "kill", "signal": "continue"}"#),
      "the process \"app\" is not stopped here, so there is nothing to continue"
    ),
    (
      Around.step(#"{"do": "kill", "signal": "stop"}, «{"do": "kill", "signal": "stop"}"#),
      "the process \"app\" is stopped already"
    ),
    (
      Around.step(#"«{"do": "tasks"}"#, faults: killAtA),
      "fault 1 may have killed the process \"app\" by now; await its exit and launch it again first"
    ),
    (
      Around.step("«\(launch)", faults: killAtA),
      "fault 1 kills the process \"app\", but no step awaits it; "
        + "put {\"do\": \"await\", \"exit\": \"app\"} before this launch"
    ),
    (
      Around.step("\(awaitExit), «\(#"{"do": "check", "kept": "A"}"#)", faults: killAtA),
      "no process is running at this step, so the list of tasks cannot be requested"
    ),
    (
      Around.step(#"{"do": "kill"}, «{"do": "await", "silence": true}"#),
      "no process is running at this step, so silence proves nothing"
    ),
  ]

  private static let operations: [(String, String)] = [
    (
      Around.step(#"«{"do": "await", "recorded": "B"}"#),
      "no step before this one submits the operation \"B\"; only \"A\" is accepted"
    ),
    (
      Around.steps(#"\#(launch), «{"do": "check", "state": {"operation": "A", "is": "done"}}"#),
      "no step before this one submits the operation \"A\"; no step before it submits any"
    ),
    (
      Around.step("«\(submitA)"),
      "the operation \"A\" is submitted twice (first by step 2); each tap is an operation of its own name"
    ),
    (
      Around.step(
        #"{"do": "submit", "operation": "F-2"}, «{"do": "submit", "operation": "F", "count": 3}"#),
      "the operation \"F-2\" is submitted twice (first by step 3); each tap is an operation of its own name"
    ),
    (
      Around.step(#"«{"do": "sync", "while": {"operation": "B", "sends": 1}}"#),
      "no step before this one submits the operation \"B\"; only \"A\" is accepted"
    ),
    (
      Around.step(
        #"{"do": "submit", "operation": "F", "count": 3}, «{"do": "sync", "while": {"operation": "F", "inFlight": true}}"#
      ),
      "\"F\" is a burst of 3 operations; name one of them, e.g. \"F-1\""
    ),
    (
      Around.step(
        #"«{"do": "sync", "while": {"operation": "A", "sends": 0, "inFlight": true}}"#),
      "with no send of \"A\" nothing is in flight and no lease is running"
    ),
    (
      Around.step(#"«{"do": "tapAgain", "operation": "B", "like": "C"}"#),
      "no step before this one submits the operation \"C\"; only \"A\" is accepted"
    ),
    (
      Around.step(
        #"{"do": "submit", "operation": "F", "count": 3}, «{"do": "retry", "operation": "F"}"#),
      "\"F\" is a burst of 3 operations; name one of them, e.g. \"F-1\""
    ),
    (
      Around.step(#"«{"do": "server", "change": "up"}"#),
      "the server is up already at this step; take it down first"
    ),
    (
      Around.step(#"{"do": "server", "change": "down"}, «{"do": "server", "change": "down"}"#),
      "the server is down already at this step; bring it up first"
    ),
    (
      Around.step(#"{"do": "server", "change": "down"}, «{"do": "server", "change": "restart"}"#),
      "the server is down at this step; bring it up instead of restarting it"
    ),
    (
      Around.steps(#"\#(launch), {"do": "server", "change": "down"}, \#(submitA), «\#(awaitA)"#),
      "the server has been down since before \"A\" was submitted, so no send of it can arrive; "
        + "bring it up first"
    ),
    (
      Around.steps(#"\#(launch), \#(submitA), \#(awaitA), «{"do": "sync"}"#),
      "nothing observes what this step \"sync\" causes: no await or check comes after it"
    ),
    (
      Around.file(scenarios: "[«" + Around.scenario(steps: "\(launch), \(submitA)") + "]"),
      "no step of this scenario awaits or checks anything, so it proves nothing"
    ),
    (
      Around.steps(#"\#(launch), «{"do": "check", "inFlight": {"atMost": 1}}"#),
      "no step before this one submits an operation, so no send can be in flight"
    ),
  ]

  private static let faults: [(String, String)] = [
    (
      Around.fault(#"«{"kind": "lost-answer", "operation": "B"}"#),
      "this fault can never act: no step submits the operation \"B\"; only \"A\" is accepted"
    ),
    (
      Around.steps(
        #"\#(launch), {"do": "submit", "operation": "F", "count": 2}, {"do": "await", "recorded": "F"}"#,
        faults: #"«{"kind": "lost-answer", "operation": "F"}"#),
      "\"F\" is a burst of 2 operations; name one of them, e.g. \"F-1\", "
        + "or \"*\" for each operation"
    ),
    (
      Around.steps(
        #"\#(launch), {"do": "check", "records": 0}"#,
        faults: #"«{"kind": "lost-answer", "operation": "*"}"#),
      "this fault can never act: no step submits an operation"
    ),
    (
      Around.fault(#"«{"at": "accept", "action": "reset", "operation": "A"}"#),
      "this fault can never act: at \"accept\" nothing of a request is known; "
        + "select it by \"request\" or \"connection\""
    ),
    (
      Around.fault(
        #"«{"at": "body", "byte": 3, "action": "reset", "keySend": 1}"#,
        server: #""key": {"field": "k"}"#),
      "this fault can never act: at \"body\" a key in a field of the body is not read yet; "
        + "select it by \"operation\", \"request\" or \"connection\""
    ),
    (
      Around.fault(#"«{"at": "idle", "action": "fin", "operation": "A"}"#),
      "this fault can never act: no connection is ever idle without \"keepAlive\": true "
        + "in the server of this scenario"
    ),
    (
      Around.fault(#"«{"kind": "lost-answer", "keySend": 1}"#, server: #""key": "none""#),
      "this fault can never act: the server of this scenario knows no keys; "
        + "select it by \"operation\", \"request\" or \"connection\""
    ),
    (
      Around.fault(#"«{"kind": "conflict", "operation": "A"}"#, server: #""key": "none""#),
      "this fault can never act: the server of this scenario knows no keys, "
        + "so there is no record under one"
    ),
    (
      Around.fault(
        #"«{"at": "between-commit-and-key", "action": "reset", "operation": "A"}"#,
        server: #""key": "none""#),
      "this fault can never act: the server of this scenario knows no keys, "
        + "so nothing lies between the commit and the key"
    ),
    (
      Around.fault(#"«{"kind": "conflict", "operation": "A"}"#, server: #""fingerprint": "none""#),
      "this fault can never act: the server of this scenario compares no bodies "
        + "(\"fingerprint\": \"none\"), so another body under a key is no conflict"
    ),
    (
      Around.fault(#"«{"at": "answer-end", "action": "fin", "operation": "A"}"#),
      "this fault can never act: without \"keepAlive\": true in the server of this scenario "
        + "every connection is closed after its answer"
    ),
    (
      Around.fault(#"«{"at": "answer-end", "action": "raw", "text": "", "operation": "A"}"#),
      "this fault can never act: without \"keepAlive\": true in the server of this scenario "
        + "every connection is closed after its answer"
    ),
    (
      Around.fault(#"«{"kind": "lost-answer", "operation": "A", "send": 9}"#),
      "this fault can never act: it waits for send 9 of \"A\", but nothing in this scenario "
        + "makes send 1 fail, so a right client sends no more; "
        + "add a fault on send 1, or select \"send\": 1"
    ),
    (
      Around.fault(
        #"{"kind": "lost-answer", "operation": "A", "send": "1-2"}, "#
          + #"«{"kind": "reset-after-commit", "operation": "*", "send": "5-6"}"#),
      "this fault can never act: it waits for send 5, but nothing in this scenario "
        + "makes send 3 fail, so a right client sends no more; "
        + "add a fault on send 3, or select \"send\": 3"
    ),
    (
      Around.fault(#"«{"at": "after-commit", "action": "swap-answers", "operation": "A"}"#),
      "this fault can never act: it swaps the answers of two operations, "
        + "and the steps submit only one"
    ),
    (
      Around.fault(
        #"{"kind": "reset-before-commit", "operation": "A"}, «{"kind": "lost-answer", "operation": "A"}"#
      ),
      "this fault can never act: fault 1 ends the same requests at \"before-commit\"; "
        + "select other requests"
    ),
  ]

  private static let right: [String] = [
    // A relaunch after each way to end, and SIGTERM both with and without awaiting the end.
    Around.step(#"{"do": "kill"}, {"do": "launch"}, {"do": "tasks"}"#),
    Around.step(#"{"do": "quit"}, {"do": "launch"}"#),
    Around.step(#"{"do": "kill", "signal": "terminate"}, \#(awaitExit), \#(launch)"#),
    Around.step(#"{"do": "kill", "signal": "terminate"}, \#(launch)"#),
    // What the server saw can be asked while no process lives, and while one may have been killed.
    Around.step(#"{"do": "kill"}, \#(awaitA), {"do": "check", "records": 1}"#),
    Around.step("\(awaitExit), \(awaitA), \(launch), {\"do\": \"tasks\"}", faults: killAtA),
    // A kill at a later send does not forbid to talk before it can have come.
    Around.step(
      #"{"do": "tasks"}, {"do": "await", "send": {"operation": "A", "number": 2}}, \#(awaitExit)"#,
      faults: #"{"kind": "lost-answer", "operation": "A"}, "#
        + #"{"kind": "kill-client-after-commit", "operation": "A", "send": 2}"#),
    // Killed at two sends: two exits.
    Around.step(
      "\(awaitExit), \(launch), \(awaitExit), \(launch), {\"do\": \"check\", \"kept\": \"A\"}",
      faults: #"{"kind": "kill-client-before-commit", "operation": "A", "send": "1-2"}"#),
    // No kill can come while the server is down.
    Around.steps(
      #"""
      \#(launch), {"do": "server", "change": "down"}, \#(submitA), {"do": "tasks"},
      {"do": "server", "change": "up"}, \#(awaitExit), \#(launch), \#(awaitA)
      """#, faults: killAtA),
    // A stopped process can be killed or continued; another can be asked meanwhile.
    Around.step(#"{"do": "kill", "signal": "stop"}, {"do": "kill"}, \#(launch)"#),
    Around.step(
      #"""
      {"do": "kill", "signal": "stop"}, {"do": "launch", "process": "background"},
      {"do": "await", "idle": true}, {"do": "kill", "signal": "continue"}
      """#),
    // The second process has its own name.
    Around.step(
      #"{"do": "launch", "process": "background"}, {"do": "sync", "process": "background"}"#),
    // One of a burst can be named; all of it awaited.
    Around.step(
      #"""
      {"do": "submit", "operation": "F", "count": 20}, {"do": "retry", "operation": "F-20"},
      {"do": "await", "recorded": "F"}, {"do": "await", "state": {"operation": "F-1", "is": "done"}}
      """#),
    Around.fault(
      #"{"at": "idle", "action": "fin", "operation": "A"}"#, server: #""keepAlive": true"#),
    Around.fault(
      #"{"at": "answer-end", "action": "fin", "operation": "A"}"#, server: #""keepAlive": true"#),
    Around.fault(#"{"at": "answer-end", "action": "raw", "text": "x", "operation": "A"}"#),
    // A later send comes where an earlier one is met, where anything may be met, or after a kill.
    Around.fault(
      #"{"kind": "lost-answer", "operation": "*"}, {"kind": "lost-answer", "operation": "A", "send": 2}"#
    ),
    Around.fault(
      #"{"kind": "lost-answer", "request": 7}, {"kind": "lost-answer", "operation": "A", "send": 3}"#
    ),
    Around.step(
      #"{"do": "kill"}, {"do": "launch"}, {"do": "tasks"}"#,
      faults: #"{"kind": "lost-answer", "operation": "A", "send": 2}"#),
    Around.fault(#"{"at": "headers", "action": "answer", "status": 417, "request": 1}"#),
    // The server foretells whose send a request is, and reads a key in the head before the body.
    Around.fault(#"{"at": "body", "byte": 3, "action": "reset", "operation": "A"}"#),
    Around.fault(#"{"at": "body", "byte": 3, "action": "reset", "keySend": 1}"#),
    Around.fault(#"{"at": "accept", "action": "stall", "request": 1}"#),
    // The answer is replaced and then cut; the second send is another request.
    Around.fault(
      #"{"kind": "lost-answer", "operation": "A"}, {"kind": "cut-body", "operation": "A"}"#),
    Around.fault(
      #"""
      {"kind": "reset-after-commit", "operation": "A"},
      {"kind": "reset-after-commit", "operation": "A", "send": 2}
      """#),
    // A fault may have closed the listener: nobody knows when, but it can be opened again.
    Around.step(
      #"{"do": "server", "change": "up"}"#,
      faults: #"{"at": "after-commit", "action": "refuse", "operation": "A"}"#),
    // Nothing is sent unasked: a scenario without an operation can still check that.
    Around.steps(#"\#(launch), {"do": "await", "silence": true}, {"do": "check", "records": 0}"#),
    Around.steps(#"\#(launch), \#(submitA), \#(awaitA), {"do": "tasks"}, {"do": "quit"}"#),
  ]
}
