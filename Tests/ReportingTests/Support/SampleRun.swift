// Owns: histories like those of real runs, for reports that show what happened.

import AcceptanceModel
import Evidence
import Reporting

/// Writes a history down, one observation after the other.
struct Log {
  private(set) var entries: [HistoryEntry] = []
  private var milliseconds = 0
  private var request = 0
  private var sends: [String: Int] = [:]
  private var keys: [String: Int] = [:]
  private var records = 0

  init(_ write: (inout Log) -> Void) { write(&self) }

  mutating func add(_ observation: Observation, after pause: Int = 7) {
    milliseconds += pause
    entries.append(
      HistoryEntry(
        sequence: entries.count + 1, at: .milliseconds(milliseconds), observation: observation))
  }

  mutating func launch(_ number: Int, _ process: ProcessName = .app) {
    add(.client(.launched(LaunchNumber(number), process)), after: 20)
    add(.client(.greeted(LaunchNumber(number), .ok(can: ["submit", "tasks"], DeclaredLimits()))))
  }

  mutating func tap(_ name: String, key: String? = nil, launch: Int = 1) {
    let operation = OperationName(name)
    add(.client(.submitted(operation, LaunchNumber(launch), like: nil)))
    add(
      .client(
        .acknowledged(
          operation, LaunchNumber(launch), TaskID("task-of-\(name)"), key.map { IdempotencyKey($0) }
        )))
  }

  mutating func send(_ name: String, key: String, commits: Bool = true, fault: Bool = false) {
    request += 1
    sends[name, default: 0] += 1
    keys[key, default: 0] += 1
    let number = RequestNumber(request)
    let connection = ConnectionNumber(request)
    add(.server(.connected(connection)), after: 15)
    add(
      .server(
        .arrived(
          SendFacts(
            request: number, connection: connection, attribution: .marker(OperationName(name)),
            key: .present(IdempotencyKey(key), .bare),
            body: BodyFacts(byteCount: 48, digest: "digest-of-\(name)", canonicalDigest: nil),
            sendOfOperation: sends[name] ?? 1, sendOfKey: keys[key] ?? 1))))
    if commits {
      records += 1
      add(.server(.committed(RecordNumber(records), number)), after: 1)
    }
    if fault { add(.server(.faultActed(index: 0, number, connection)), after: 1) }
  }

  mutating func answer(
    _ status: Int, _ content: AnswerFacts.Content = .success,
    _ delivery: AnswerFacts.Delivery = .full, isReplay: Bool = false
  ) {
    let facts = AnswerFacts(
      status: status, content: content, delivery: delivery, isReplay: isReplay,
      numbers: ["attempts": 1])
    add(.server(.answered(RequestNumber(request), facts)), after: 2)
  }

  mutating func end(_ end: RequestEnd) {
    add(.server(.ended(RequestNumber(request), end)), after: 2)
  }

  mutating func kill(_ launch: Int) {
    add(.client(.signalled(LaunchNumber(launch), .kill)))
    add(.client(.exited(LaunchNumber(launch), .signal(9))))
  }

  mutating func list(_ name: String, _ state: TaskState, launch: Int = 1) {
    let task = TaskReport(
      task: TaskID("task-of-\(name)"), operation: OperationName(name), state: state)
    add(.client(.listed(LaunchNumber(launch), [task])))
  }
}

enum SampleRun {
  static let changedKey = report(
    "key-survives-kill", title: "the key outlives a kill between record and answer",
    why: "A key that is made anew at every start cannot protect the write that was under way.",
    fault: "kill-client-after-commit",
    .failed([
      Finding(
        code: FindingCode("key-changed"), operation: OperationName("A"),
        sentence: "operation A was sent under a second key after the client was killed and "
          + "launched again: the key was not stored with the task, so the server cannot recognise "
          + "the retry", proof: [13]),
      Finding(
        code: FindingCode("duplicate-record"), operation: OperationName("A"),
        sentence: "2 records for 1 operation: sends 1 and 2 were both recorded", proof: [14]),
    ]),
    Log { log in
      log.launch(1)
      log.tap("A", key: "k-secret-1")
      log.send("A", key: "k-secret-1", fault: true)
      log.kill(1)
      log.launch(2)
      log.send("A", key: "k-secret-2")
      log.answer(200)
      log.list("A", .done, launch: 2)
    })

  static let lostAnswer = report(
    "lost-answer", title: "a lost answer is asked for again under the same key",
    why: "The write was recorded; only the answer was lost.", fault: "lost-answer", .passed,
    Log { log in
      log.launch(1)
      log.tap("A", key: "k-secret-3")
      log.send("A", key: "k-secret-3", fault: true)
      log.answer(503, .error)
      log.list("A", .pending)
      log.send("A", key: "k-secret-3", commits: false)
      log.answer(200, isReplay: true)
      log.list("A", .done)
    })

  static let cut = report(
    "two-writes-cut", title: "two writes, one answer cut and one connection reset",
    why: "Each write is on its own.", fault: "cut-body", .passed,
    Log { log in
      log.launch(1)
      log.tap("A", key: "k-secret-4")
      log.tap("B", key: "k-secret-5")
      log.send("A", key: "k-secret-4", fault: true)
      log.answer(200, .success, .cut)
      log.send("B", key: "k-secret-5", commits: false, fault: true)
      log.end(.reset)
      log.send("A", key: "k-secret-4", commits: false)
      log.answer(200, isReplay: true)
      log.send("B", key: "k-secret-5")
      log.answer(200)
      log.add(.server(.restarted(.kept)))
      log.list("B", .done)
    })

  static func report(
    _ id: String, title: String, why: String, fault: String, _ verdict: Verdict, _ log: Log
  ) -> ScenarioReport {
    let planned = PlannedFault(
      kind: fault, selector: .operation(nil, sends: 1...1), point: .afterCommit, action: .reset)
    let scenario = Scenario(
      id: ScenarioID(id), group: "keys", title: title, why: why,
      position: nil, faults: [planned], steps: [])
    let history = History(terms: JudgingTerms(scenario: ScenarioID(id)), entries: log.entries)
    return ScenarioReport(
      scenario: scenario, verdict: verdict,
      duration: history.entries.last?.at ?? .zero, history: history,
      output: OutputCounts(stdoutBytes: 812))
  }

  /// Three real stories, one of each other verdict, and passing ones up to `count`.
  static func reports(_ count: Int) -> [ScenarioReport] {
    var reports = [lostAnswer, changedKey, cut] + Sample.mixed.filter { $0.verdict != .passed }
    for number in reports.count..<max(count, reports.count) {
      var copy = number % 2 == 0 ? lostAnswer : cut
      copy.id = ScenarioID("scenario-\(number)")
      reports.append(copy)
    }
    return reports
  }
}
