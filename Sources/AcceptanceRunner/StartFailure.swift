// Owns: why the client could not be started once, and what to do about it, in one place for the run
// and for `acceptance doctor`. Does not own: starting it (ClientStart).

import AcceptanceModel
import ClientDriving

package enum StartFailure: Error, Sendable, Hashable {
  /// The reason is a sentence.
  case noPort(Message)
  case portUnreachable
  case notLaunched(DrivingError)
  /// It ended before it answered hello.
  case ended(ProcessExit, ClientOutput)
  case unanswered(limit: Duration, ClientOutput)
  /// It answered when its input ended, after the limit: the answer was in a buffer.
  case answeredAtEndOfInput(limit: Duration)
  case answeredLate(after: Duration, limit: Duration)
  case refused(isBusy: Bool)
  case breached(SessionBreach, ClientOutput)
  /// `nil`: it named none.
  case otherProtocol(Int?)
}

extension StartFailure {
  /// What kind of thing is wrong, in one word.
  package var subject: String {
    switch self {
    case .noPort, .portUnreachable: "ports"
    case .notLaunched(.inVerb), .notLaunched(.verbMissing), .notLaunched(.unknownVerb): "verbs"
    case .breached, .otherProtocol: "contract"
    case .notLaunched, .ended, .unanswered, .answeredAtEndOfInput, .answeredLate, .refused: "start"
    }
  }

  /// Whether the client had no part in it.
  private var isOfMachine: Bool { subject == "ports" }

  /// What happened. Quotes nothing that the client printed.
  package func cause(_ origin: CommandOrigin) -> Message {
    switch self {
    case .noPort(let reason): "no port can be opened on 127.0.0.1: \(reason)"
    case .portUnreachable: "a port of 127.0.0.1 was opened, but cannot be connected to"
    case .notLaunched(let error):
      origin.isCommandLine ? "\(CommandLineError(error: error))" : "\(error)"
    case .ended(let exit, _):
      "it ended before it answered hello (\(exit))"
    case .unanswered(let limit, let output):
      "it did not answer hello within \(limit): \(output.stdoutByteCount) bytes on "
        + "stdout" + (output.stdoutByteCount == 0 ? "" : ", but no answer in a line of its own")
    case .answeredAtEndOfInput(let limit):
      "it did not answer hello within \(limit): 0 bytes on stdout, until its stdin "
        + "was closed"
    case .answeredLate(let time, let limit):
      "it answered hello after \(time); answerWithinMs allows "
        + "\(limit)"
    case .refused(isBusy: true):
      "it answered hello with busy, though no other process of it runs"
    case .refused(isBusy: false): "it answered hello with a failure"
    case .breached(let breach, _): "\(breach)"
    case .otherProtocol(nil): "its answer to hello has no \"protocol\"; this runner speaks 1"
    case .otherProtocol(let number?): "it speaks protocol \(number); this runner speaks 1"
    }
  }

  /// The same as a whole sentence.
  package func sentence(_ origin: CommandOrigin) -> Message {
    (isOfMachine ? "no client can be tested here: " : "the client could not be started: ")
      + cause(origin)
  }

  /// What every scenario came to, because of it.
  package func error(_ origin: CommandOrigin) -> RunnerError {
    isOfMachine
      ? .notRun(reason: sentence(origin))
      : .clientNotStarted(
        reason: cause(origin) + "; no scenario was run", stderrByteCount: stderrByteCount)
  }

  package func remedy(_ origin: CommandOrigin) -> String {
    if isAboutWords, let hint = origin.hint { return hint }
    return switch self {
    case .noPort: "let this program listen on loopback; a sandbox or a firewall may forbid it"
    case .portUnreachable:
      "bring the loopback interface up (ip link set lo up), and let programs connect to it; a "
        + "sandbox or a firewall may forbid it"
    case .notLaunched(let error): error.remedy(origin)
    case .ended: Self.byHand
    case .unanswered(let limit, let output) where output.stdoutByteCount == 0:
      "is each line flushed? (Python: print(…, flush=True)) If it takes longer to start: "
        + Self.longer(than: limit)
    case .unanswered:
      "end each answer with a line feed, and write nothing else to stdout"
    case .answeredAtEndOfInput(let limit):
      "flush each line (Python: print(…, flush=True)). If it takes longer to start: "
        + Self.longer(than: limit)
    case .answeredLate(let time, _): "start faster, or " + Self.longer(than: time)
    case .refused(isBusy: true):
      "keep locks in ACCEPTANCE_HOME: another program may hold one that is elsewhere"
    case .refused(isBusy: false):
      #"answer {"id":1,"ok":true,"protocol":1,"client":"NAME","can":["submit"]}"#
    case .breached:
      "stdout is for the contract's lines alone; whatever else the client says goes to stderr"
    case .otherProtocol:
      #"answer hello with "protocol":1 and "can":["submit"]"#
    }
  }

  /// What the client wrote to stderr, for the terminal alone; empty where that explains nothing.
  package var stderrTail: [UInt8] {
    switch self {
    case .ended(_, let output), .unanswered(_, let output), .breached(_, let output):
      output.stderrTail
    case .noPort, .portUnreachable, .notLaunched, .answeredAtEndOfInput, .answeredLate, .refused,
      .otherProtocol:
      []
    }
  }

  private var stderrByteCount: Int {
    switch self {
    case .ended(_, let output), .unanswered(_, let output), .breached(_, let output):
      output.stderrByteCount
    case .noPort, .portUnreachable, .notLaunched, .answeredAtEndOfInput, .answeredLate, .refused,
      .otherProtocol:
      0
    }
  }

  /// Whether a word of the command that leads nowhere may be the reason.
  private var isAboutWords: Bool {
    switch self {
    case .ended, .notLaunched(.programNotOnPath), .notLaunched(.programMissing),
      .notLaunched(.inVerb(_, .programNotOnPath)), .notLaunched(.inVerb(_, .programMissing)):
      true
    default: false
    }
  }

  private static let byHand =
    "run the client's command by hand with ACCEPTANCE_ENDPOINT and ACCEPTANCE_HOME set: it must "
    + "stay and answer {\"id\":1,\"do\":\"hello\",\"protocol\":1} on stdin with one line"

  /// - Parameter time: What was too short, or was taken; twice as much is named, in whole seconds.
  private static func longer(than time: Duration) -> String {
    let milliseconds = (time.milliseconds * 2 + 999) / 1000 * 1000
    return
      "set \"client\": {\"limits\": {\"answerWithinMs\": \(milliseconds)}} in the scenario file"
  }
}

extension DrivingError {
  fileprivate func remedy(_ origin: CommandOrigin) -> String {
    switch self {
    case .programNotOnPath:
      "install it, or write its path: one with a slash leads from \(origin.folderName)"
    case .programMissing: "correct the path; it leads from \(origin.folderName)"
    case .programNotExecutable:
      "make it executable (chmod +x), or write the program that runs it before it"
    case .interpreterMissing: "correct its first line (#!…), or install what that names"
    case .inVerb(_, let error): error.remedy(origin)
    case .verbMissing, .unknownVerb, .emptyCommand, .textWithNUL, .unknownDriver, .appSetting:
      "correct client in the scenario file"
    case .folderUnusable, .system, .threadRefused, .tooFewThreads:
      "acceptance doctor says what this machine refuses"
    case .verbFailed, .endFailed, .toolFailed:
      "run that command by hand; acceptance doctor looks at its device"
    }
  }
}

/// The same error of a command that was given with `--client`.
private struct CommandLineError: OwnWords {
  let error: DrivingError

  var description: String { "\(error)".replacing("client.command[0]", with: "--client") }
}
