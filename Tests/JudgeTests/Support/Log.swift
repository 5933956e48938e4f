// Owns: histories written by hand, in the domain's words. Does not own: what they prove (examples).

import AcceptanceModel
import Judge

/// Writes a history entry by entry. Unless told otherwise, 10 ms pass before each entry, sends and
/// answers are the last request's, and an operation `A` is task `T-A` under `KEY-A`.
struct Log {
  private(set) var entries: [HistoryEntry] = []
  var terms = JudgingTerms(scenario: ScenarioID("example"), limits: Log.limits)

  private var clock = Duration.zero
  private var launchCount = 0
  private var requestCount = 0
  private var recordCount = 0
  private var sendCounts: [String: Int] = [:]
  private var keyCounts: [String: Int] = [:]
  private var acknowledgedIn: [String: Int] = [:]
  /// Whether sends carry a credential.
  var sendsCredential = false

  /// Short promises, so that histories can be read: silence is 650 ms, a lease 2 s.
  static let limits: ClientLimits = {
    var limits = ClientLimits()
    limits.retryCap = .milliseconds(300)
    limits.responseTimeout = .milliseconds(1000)
    limits.lease = .milliseconds(2000)
    return limits
  }()

  init(_ write: (inout Log) -> Void) { write(&self) }

  var history: History { History(terms: terms, entries: entries) }
  var findings: [Finding] { Judge.findings(in: history) }
  var codes: [String] { findings.map(\.code.text) }

  // MARK: Time

  mutating func wait(_ milliseconds: Int) { clock += .milliseconds(milliseconds) }

  private mutating func write(_ observation: Observation) {
    clock += .milliseconds(10)
    entries.append(
      HistoryEntry(sequence: entries.count + 1, at: clock, observation: observation))
  }

  mutating func client(_ observation: ClientObservation) { write(.client(observation)) }
  mutating func server(_ observation: ServerObservation) { write(.server(observation)) }
  mutating func runner(_ observation: RunnerObservation) { write(.runner(observation)) }

  // MARK: Processes

  mutating func launch(_ process: String = "app", _ outcome: GreetingOutcome? = nil) {
    launchCount += 1
    let number = LaunchNumber(launchCount)
    client(.launched(number, ProcessName(process)))
    client(.greeted(number, outcome ?? .ok(can: ["submit", "tasks", "sync"], DeclaredLimits())))
  }

  mutating func signal(_ signal: ProcessSignal?, launch: Int? = nil) {
    client(.signalled(number(launch), signal))
  }

  mutating func exit(_ exit: ProcessExit, launch: Int? = nil) {
    client(.exited(number(launch), exit))
  }

  mutating func kill(launch: Int? = nil) {
    signal(.kill, launch: launch)
    exit(.signal(9), launch: launch)
  }

  mutating func quit() {
    signal(nil)
    exit(.status(0))
  }

  mutating func relaunch() {
    kill()
    launch()
  }

  func number(_ launch: Int?) -> LaunchNumber { LaunchNumber(launch ?? launchCount) }

  // MARK: The user

  mutating func submit(_ name: String, like: String? = nil, task: String? = nil) {
    tap(name, like: like)
    acknowledge(name, task: task)
  }

  mutating func tap(_ name: String, like: String? = nil) {
    client(.submitted(OperationName(name), number(nil), like: like.map(OperationName.init)))
  }

  mutating func acknowledge(_ name: String, task: String? = nil) {
    client(
      .acknowledged(OperationName(name), number(nil), TaskID(task ?? "T-\(name)"), nil))
  }

  mutating func refuse(_ name: String, _ writes: FileWrites = .allowed) {
    tap(name)
    client(.submitRefused(OperationName(name), number(nil), writes))
  }

  mutating func sync() { client(.synced(number(nil))) }

  mutating func retry(_ name: String) { client(.retryAsked(OperationName(name), number(nil))) }

  mutating func list(_ reports: (String, TaskState)..., diagnosis: Bool = true) {
    let tasks = reports.map { name, state in
      TaskReport(
        task: TaskID("T-\(name)"), operation: OperationName(name), state: state,
        hasDiagnosis: state == .stopped && diagnosis)
    }
    client(.listed(number(nil), tasks))
  }

  // MARK: The server

  /// A complete send of the operation; without a name, one that belongs to none.
  mutating func send(
    _ name: String?, key: String? = nil, body: String? = nil, meaning: String? = nil,
    bytes: Int = 40, spelling: KeySpelling = .bare, connection: Int? = nil,
    withoutKey: String? = nil
  ) {
    let key = key ?? "KEY-\(name ?? "?")"
    arrive(
      name, key: .present(IdempotencyKey(key), spelling), keyText: key, body: body,
      meaning: meaning, bytes: bytes, connection: connection, withoutKey: withoutKey)
  }

  mutating func send(_ name: String, facts: KeyFacts) {
    arrive(
      name, key: facts, keyText: facts.key?.text, body: nil, meaning: nil, bytes: 40,
      connection: nil)
  }

  private mutating func arrive(
    _ name: String?, key: KeyFacts, keyText: String?, body: String?, meaning: String?,
    bytes: Int, connection: Int?, withoutKey: String? = nil
  ) {
    requestCount += 1
    let ofOperation = name.map { count(&sendCounts, $0) } ?? 0
    let ofKey = keyText.map { count(&keyCounts, $0) } ?? 0
    let body = body ?? "BODY-\(name ?? "?")"
    server(
      .arrived(
        SendFacts(
          request: RequestNumber(requestCount),
          connection: ConnectionNumber(connection ?? requestCount),
          attribution: name.map { .marker(OperationName($0)) } ?? .none, key: key,
          body: BodyFacts(
            byteCount: bytes, digest: body, canonicalDigest: meaning ?? body,
            digestWithoutKey: withoutKey),
          sendOfOperation: ofOperation, sendOfKey: ofKey, hasCredential: sendsCredential,
          shape: RequestShape(
            headers: .init(count: 3, byteCount: 90), query: .init(count: 0, byteCount: 0),
            cookies: .init(count: 0, byteCount: 0)))))
  }

  private func count(_ counts: inout [String: Int], _ name: String) -> Int {
    counts[name, default: 0] += 1
    return counts[name, default: 0]
  }

  /// A connection that a fault resets before any request; takes no time.
  mutating func drop(_ connection: Int) {
    server(.connected(ConnectionNumber(connection)))
    server(.faultActed(index: 0, nil, ConnectionNumber(connection)))
    clock -= .milliseconds(10)
  }

  mutating func commit(request: Int? = nil) {
    recordCount += 1
    server(.committed(RecordNumber(recordCount), RequestNumber(request ?? requestCount)))
  }

  mutating func answer(
    _ status: Int, _ content: AnswerFacts.Content? = nil,
    delivery: AnswerFacts.Delivery = .full, retryAfter: Duration? = nil,
    numbers: AnswerNumbers = [:], request: Int? = nil
  ) {
    let usual: AnswerFacts.Content =
      switch status {
      case 204: .empty
      case 200..<300: .success
      default: .error
      }
    server(
      .answered(
        RequestNumber(request ?? requestCount),
        AnswerFacts(
          status: status, content: content ?? usual, delivery: delivery, retryAfter: retryAfter,
          numbers: numbers)))
  }

  mutating func end(_ end: RequestEnd = .reset, request: Int? = nil) {
    server(.ended(RequestNumber(request ?? requestCount), end))
  }

  /// A first send that is recorded and answered.
  mutating func deliver(_ name: String, key: String? = nil) {
    send(name, key: key)
    commit()
    answer(200)
  }

  // MARK: The scenario

  mutating func awaitFailed(_ awaited: Awaited, waited: Int = 8300) {
    wait(waited)
    runner(.awaitFailed(index: 3, awaited, waited: .milliseconds(waited)))
  }

  mutating func check(_ check: Check) { runner(.checkFailed(index: 4, check)) }
}

extension OperationName {
  static let a = OperationName("A")
  static let b = OperationName("B")
}
