import AcceptanceModel
import ClientContract
import ScenarioLoading
import StrictJSON

/// A way to drive clients. To add one: a file or folder with its type and its configuration, and a
/// line in `DriverCatalog.standard`.
package protocol ClientDriver: Sendable {
  associatedtype Configuration: ClientConfiguration

  /// The word in the scenario file's `client.driver`.
  static var name: String { get }

  /// The keys of the scenario file's `client` that say what it drives; reads a `Configuration`.
  static var part: ClientPart { get }

  /// What `doctor` says of a client that was started; `nil`: whether it answered hello.
  static var startedSentence: String? { get }

  /// How long `doctor` waits for the first request after a launch and a tap.
  static var firstSendLimit: Duration { get }

  /// The longest that `findings` may take.
  static var checkLimit: Duration { get }

  init(_ configuration: Configuration)

  /// What `doctor` finds out about the client's surroundings before it starts the client.
  func findings(in surroundings: Surroundings) async -> [HealthFinding]

  /// Looks for the programs that a launch will need, without starting any.
  /// - Throws: `DrivingError`, for the first that is missing.
  func checkPrograms(of request: LaunchRequest) throws(DrivingError)

  /// Starts the client, which is what its user calls launching the app.
  ///
  /// On return the program has been executed; whether it speaks the contract, `hello` shows.
  /// - Throws: `DrivingError` where there is no such program or the system refused to run it.
  func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession
}

extension ClientDriver {
  package static var startedSentence: String? { nil }

  /// A healthy client sends at once. What a table's own limits would allow, minutes for a client
  /// that promises nothing, is not waited for.
  package static var firstSendLimit: Duration { .seconds(30) }

  package static var checkLimit: Duration { .seconds(30) }

  package func findings(in surroundings: Surroundings) async -> [HealthFinding] { [] }

  /// A driver of one program finds what is missing when it launches it.
  package func checkPrograms(of request: LaunchRequest) throws(DrivingError) {}
}

/// One launch of a client, from its first instruction to its end.
package protocol ClientSession: Sendable {
  /// Writes one command and waits for its answer. Commands may overlap; answers may come in any
  /// order. A cancelled task gets `.unanswered` at once.
  func perform(
    _ verb: ContractCommand.Verb, within limit: Duration
  ) async -> CommandOutcome

  /// Taps *New*; as `perform(.submit(body:))`, for drivers that hand on the operation's names too.
  func submit(
    _ body: JSONValue, as label: SubmitLabel, within limit: Duration
  ) async -> CommandOutcome

  /// Whether a submit is answered only after its first send, by a client without a process that
  /// keeps running. Such a submit cannot be waited for while its send is held.
  var sendsBeforeAnswering: Bool { get }

  /// Signals the client and every process of its group; nothing where it has already been reaped.
  func signal(_ signal: ProcessSignal)

  /// Ends the client's stdin, which asks it to quit in order. Commands written before arrive first.
  func endInput()

  /// How the client ended. Comes after everything that it wrote before its end has been read.
  var exit: ProcessExit { get async }

  /// The same, or `nil` once `limit` has passed (or the waiting task was cancelled).
  func exitWithin(_ limit: Duration) async -> ProcessExit?

  /// The client's process id, which is its session and group id too.
  var processID: Int32 { get }

  /// Whether every thread of the client was seen to sleep at one instant, so that whatever had
  /// reached it by then is handled; `nil` where that can't be seen, e.g. on a device.
  var isAsleep: Bool? { get }

  /// What came out so far; complete once `exit` has returned, but for what survivors still write.
  var output: OutputCounts { get }

  /// The last 64 KiB of a channel, as bytes.
  func tail(of channel: OutputChannel) -> [UInt8]

  /// Lets go of the pipes; nothing is observed afterwards. The process is not touched: call it
  /// after `OrphanProcesses.end`.
  func close()
}

extension ClientSession {
  package func submit(
    _ body: JSONValue, as label: SubmitLabel, within limit: Duration
  ) async -> CommandOutcome {
    await perform(.submit(body: body), within: limit)
  }

  package var sendsBeforeAnswering: Bool { false }

  package var isAsleep: Bool? { nil }
}

/// What the runner calls one tap on *New*; for placeholders, never part of the contract's lines.
package struct SubmitLabel: Sendable, Hashable {
  package let operation: String
  package let marker: String

  package init(operation: String, marker: String) {
    self.operation = operation
    self.marker = marker
  }
}

/// What became of one command.
package enum CommandOutcome: Sendable, Hashable {
  case answered(ContractReply.Payload)
  case unsupported
  /// The client said that it failed. Its own words are never kept, only their length.
  case failed(errorIsBusy: Bool, errorByteCount: Int)
  /// The limit passed; an answer that comes later is reported as `SessionEvent.answeredLate`.
  case unanswered
  /// The process ended first. Every line that it wrote before its end had been read by then.
  case ended(ProcessExit)
  /// The client left the contract, now or earlier: nothing it says after that is believed.
  case breached(SessionBreach)
}

/// What happens in a session, in the order in which it happened.
package enum SessionEvent: Sendable, Hashable {
  /// Bytes as they came, also after a breach and from survivors after the client's end.
  case output(OutputChannel, [UInt8])
  /// Handed to the client's stdin; a stopped client has not read it yet.
  case commandWritten(id: Int)
  case answered(id: Int)
  case answeredLate(id: Int)
  /// At most one a session: the first one decides.
  case breached(SessionBreach)
  case exited(ProcessExit)
}

/// How a client left the contract. Quotes nothing of what it wrote.
package enum SessionBreach: Error, Sendable, Hashable {
  /// - Parameter number: Of the line on stdout, from 1.
  case line(_ number: Int, ContractBreach)
  case unknownAnswer(line: Int, id: Int)
  case repeatedAnswer(line: Int, id: Int)
  /// The runner's own command is longer than a line may be; the session continues.
  case commandTooLong(byteCount: Int)
  /// A one-shot client's `tasks` printed something else than the contract's array.
  case taskList(ContractBreach)
  /// A one-shot client's program could not be started; the session continues.
  case verbNotStarted(DrivingError)
}

extension SessionBreach: OwnWords {
  package var description: String {
    switch self {
    case .line(let number, let breach): "line \(number) of stdout: \(breach)"
    case .unknownAnswer(let line, let id):
      "line \(line) of stdout: found an answer with id \(id), which no command had; an answer has "
        + "the id of its command"
    case .repeatedAnswer(let line, let id):
      "line \(line) of stdout: found a second answer with id \(id); each command is answered once"
    case .commandTooLong(let count):
      "a command of \(count) bytes; a line has at most \(ContractLine.byteLimit) bytes"
    case .taskList(.notJSON(let count, let fault)):
      "stdout of the verb tasks: found \(count) bytes that are not JSON (\(fault)); it is the array "
        + "of tasks and nothing else"
    case .taskList(let breach): "stdout of the verb tasks: \(breach)"
    case .verbNotStarted(let error): "\(error)"
    }
  }
}
