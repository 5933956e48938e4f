// Owns: walking through a scenario's steps as they would be run, and finding those that cannot be
// done where they are. Does not own: faults that cannot act (FaultReach).

import AcceptanceModel
import StrictJSON

struct ScenarioWalk {
  private(set) var book = DeclaredOperations()
  private var lives = ProcessLives()
  private var kills: [KillWatch]
  private var serverIsUp = true
  /// A fault closes the listener at some time: then `up` is right also where no step said `down`.
  private let faultsCloseListener: Bool
  private let hasHolds: Bool
  /// Submitted while the server was down, which it has been ever since.
  private var unsendable: Set<OperationName> = []
  private var here = SourcePosition(line: 1, column: 1)
  private var number = 0
  private(set) var problems = ProblemList()

  init(faults: [Placed<PlannedFault>]) {
    kills = KillWatch.all(in: faults)
    hasHolds = faults.contains { $0.value.action == .hold }
    faultsCloseListener = faults.contains { $0.value.action == .refuse }
  }

  mutating func visit(_ step: Placed<StepDraft>) {
    here = step.position
    number += 1
    if let premise = step.value.premise { rest(on: premise) }
    visit(step.value.step)
    doom()
  }

  private mutating func visit(_ step: Step) {
    switch step {
    case .launch(let process, _): launch(process)
    case .submit(let name, _, let count, let process): submit(name, count, process)
    case .tapAgain(let name, let like, let process):
      needSingle(like)
      submit(name, 1, process)
    case .sync(let process), .tasks(let process): talk(to: process)
    case .retry(let name, let process), .damageStore(let name, let process):
      needSingle(name)
      talk(to: process)
    case .await(let awaited): wait(for: awaited)
    case .check(let check): verify(check)
    case .kill(let process, let signal): kill(process, signal)
    case .quit(let process):
      talk(to: process)
      end(process, .ended)
    case .server(let change): self.change(change)
    case .release(let name): release(name)
    }
  }

  /// What no client could have sent can't be in flight.
  private mutating func rest(on premise: Premise) {
    needSingle(premise.operation)
    if premise.isInFlight || premise.leaseIsRunning || premise.sendCount ?? 0 > 0 {
      needSendable(premise.operation)
    }
    guard premise.sendCount == 0, premise.isInFlight || premise.leaseIsRunning else { return }
    refuse("with no send of \"\(premise.operation)\" nothing is in flight and no lease is running")
  }

  private mutating func release(_ name: OperationName?) {
    if !hasHolds {
      refuse(
        "no fault of this scenario holds a send, so there is nothing to release; "
          + "add one, e.g. {\"kind\": \"hold-before-commit\", \"operation\": \"A\"}")
    }
    needKnown(name)
  }

  private mutating func refuse(_ sentence: String) { problems.add(here, sentence) }

  private mutating func refuse(unless complaint: String?) {
    if let complaint { refuse(complaint) }
  }

  /// After a kill by a fault has become possible, it is unknown whether the process still lives.
  private mutating func doom() {
    guard serverIsUp else { return }
    for kill in kills where kill.isDue(in: book) {
      for process in kill.targets(in: book, running: lives.running) {
        lives.doom(process, by: kill.fault)
      }
    }
  }
}

// MARK: - Processes

extension ScenarioWalk {
  private mutating func launch(_ process: ProcessName) {
    if let fault = lives.doomed[process] {
      refuse(
        "fault \(fault) kills the process \"\(process)\", but no step awaits it; "
          + "put {\"do\": \"await\", \"exit\": \"\(process)\"} before this launch")
    } else if lives.alive.contains(process) {
      refuse(
        "the process \"\(process)\" is running already; kill it, quit it, "
          + "or launch another one under another name")
    }
    lives.set(process, .ended)
    lives.set(process, .running)
  }

  /// A problem is reported once: afterwards the process counts as running, for the steps to come.
  private mutating func talk(to process: ProcessName) {
    let complaint = lives.complaint(talkingTo: process)
    refuse(unless: complaint)
    if complaint != nil { revive(process) }
  }

  private mutating func revive(_ process: ProcessName) {
    lives.set(process, .ended)
    lives.set(process, .running)
  }

  private mutating func end(_ process: ProcessName, _ life: ProcessLives.Life) {
    lives.set(process, life)
  }

  private mutating func kill(_ process: ProcessName, _ signal: ProcessSignal) {
    let complaint = lives.complaint(reaching: process)
    refuse(unless: complaint)
    if complaint != nil { revive(process) }
    let isStopped = lives[process] == .stopped
    switch signal {
    case .kill: end(process, .ended)
    case .terminate:
      if isStopped { refuse(unless: lives.complaint(talkingTo: process)) }
      end(process, .ending)
    case .stop:
      if isStopped { refuse("the process \"\(process)\" is stopped already") }
      lives.set(process, .stopped)
    case .continue:
      if !isStopped, complaint == nil {
        refuse("the process \"\(process)\" is not stopped here, so there is nothing to continue")
      }
      lives.set(process, .running)
    }
  }

  private mutating func awaitExit(_ process: ProcessName) {
    defer { end(process, .ended) }
    if lives[process] == .ending { return }
    if lives.doomed[process] == nil, let complaint = lives.complaint(reaching: process) {
      return refuse(complaint)
    }
    let due = kills.firstIndex { $0.isDue(in: book) }
    guard let index = due ?? kills.firstIndex(where: { $0.isPossible(in: book) }) else {
      return refuse(
        "nothing ends the process \"\(process)\" before this step, so it cannot exit here; "
          + "a fault that kills the client or a signal \"terminate\" would")
    }
    kills[index].spent += 1
  }
}

// MARK: - Operations

extension ScenarioWalk {
  private mutating func submit(_ name: OperationName, _ count: Int, _ process: ProcessName) {
    talk(to: process)
    let entry = DeclaredOperations.Entry(step: number, process: process, count: count)
    if let complaint = book.submit(name, entry) { return refuse(complaint) }
    if !serverIsUp { unsendable.formUnion(book.operations(name)) }
  }

  private mutating func needKnown(_ name: OperationName?) {
    guard let name, !book.isKnown(name) else { return }
    refuse("no step before this one submits the operation \"\(name)\"; \(book.instead(of: name))")
  }

  private mutating func needSingle(_ name: OperationName) {
    needKnown(name)
    if book.isBurst(name) {
      refuse(
        "\"\(name)\" is a burst of \(book.operations(name).count) operations; "
          + "name one of them, e.g. \"\(name)-1\"")
    }
  }

  /// Somebody must be there who can be asked for the list.
  private mutating func needList() {
    if lives.running.contains(where: { lives.doomed[$0] == nil }) { return }
    if let process = lives.alive.first, let complaint = lives.complaint(talkingTo: process) {
      return refuse(complaint)
    }
    refuse("no process is running at this step, so the list of tasks cannot be requested")
  }

  private mutating func needSendable(_ name: OperationName) {
    guard !Set(book.operations(name)).isDisjoint(with: unsendable) else { return }
    refuse(
      "the server has been down since before \"\(name)\" was submitted, so no send of it can "
        + "arrive; bring it up first")
  }
}

// MARK: - Await, check, server

extension ScenarioWalk {
  private mutating func wait(for awaited: Awaited) {
    switch awaited {
    case .send(let name, let number), .handled(let name, let number):
      needKnown(name)
      needSendable(name)
      reach(send: number, of: name)
    case .recorded(let name):
      needKnown(name)
      needSendable(name)
    case .state(let name, _):
      needKnown(name)
      needList()
    case .idle, .settled: needList()
    case .silence(let name, _):
      needKnown(name)
      if lives.alive.isEmpty {
        refuse("no process is running at this step, so silence proves nothing")
      }
    case .exit(let process): awaitExit(process)
    }
  }

  /// A kill at this send, or at an earlier one, may have come once the send has.
  private mutating func reach(send number: Int, of name: OperationName) {
    for index in kills.indices where kills[index].ordinals.lowerBound <= number {
      let operations = kills[index].operations(in: book)
      if operations?.contains(where: book.operations(name).contains) ?? true {
        kills[index].wasReached = true
      }
    }
  }

  private mutating func verify(_ check: Check) {
    switch check {
    case .kept(let name), .state(let name, _):
      needKnown(name)
      needList()
    case .records(let name, _), .sends(let name, _, _): needKnown(name)
    case .answer(let name, _, _, _): needSingle(name)
    case .inFlight:
      if book.entries.isEmpty {
        refuse("no step before this one submits an operation, so no send can be in flight")
      }
    }
  }

  private mutating func change(_ change: ServerChange) {
    switch change {
    case .down:
      if !serverIsUp { refuse("the server is down already at this step; bring it up first") }
      serverIsUp = false
    case .up:
      if serverIsUp, !faultsCloseListener {
        refuse("the server is up already at this step; take it down first")
      }
      serverIsUp = true
      unsendable = []
    case .restart:
      if !serverIsUp {
        refuse("the server is down at this step; bring it up instead of restarting it")
      }
    case .clock: break
    }
  }
}
