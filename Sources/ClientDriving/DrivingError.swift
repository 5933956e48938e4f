// Owns: why a client could not be started or driven: an inconclusive result, not a failure.

import AcceptanceModel

package enum DrivingError: Error, Sendable, Hashable {
  case unknownDriver(name: String, known: [String])
  case emptyCommand
  /// A program name without a slash, and no such file in any folder of the client's PATH.
  case programNotOnPath(name: String)
  case programMissing(name: String)
  case programNotExecutable(name: String)
  /// The file is there, but what its first line names as its interpreter is not.
  case interpreterMissing(name: String)
  /// A text with a NUL inside cannot be handed to a program.
  case textWithNUL(place: String)
  case folderUnusable(purpose: String, errno: Int32)
  case system(call: String, errno: Int32)
  case threadRefused(errno: Int32)
  /// The runner needs more threads than the system gives it.
  case tooFewThreads(made: Int, errno: Int32)
  case verbMissing(name: String)
  case unknownVerb(name: String, known: [String])
  /// Why the program of one verb could not be started.
  indirect case inVerb(String, DrivingError)
  /// A verb that must succeed for the scenario to mean anything did not.
  case verbFailed(name: String, VerbFailure)
  /// An earlier launch of the scenario was to be ended by this verb, and it failed.
  case endFailed(verb: String)
  /// - Parameter wanted: What would be accepted; what was found may be private.
  case appSetting(name: String, wanted: String)
  /// A device's tool did not do what it was called for. `call` names the call without its values.
  case toolFailed(call: String, ToolFailure)

  package enum ToolFailure: Sendable, Hashable {
    case exit(ProcessExit)
    /// What simctl says of its own errors on stderr.
    case code(domain: String, code: Int)
    /// Killed, after as many tries as are safe.
    case overdue(after: Duration, tries: Int)
    case unreadable(wanted: String)
    /// The process that it named is not the app.
    case notTheApp
  }

  package enum VerbFailure: Sendable, Hashable {
    case exit(ProcessExit, okExit: [Int32])
    /// Its group was killed.
    case overdue(after: Duration)
  }
}

/// Of the table it names drivers, verbs, settings and programs without their folders.
extension DrivingError: OwnWords {
  /// A path may lead through a home directory, which names its user.
  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  package var description: String {
    switch self {
    case .unknownDriver(let name, let known):
      "client.driver: no driver is called \"\(name)\"; known drivers: "
        + known.joined(separator: ", ")
    case .emptyCommand:
      "client.command: found no words; it names a program and its arguments"
    case .programNotOnPath(let name):
      "client.command[0]: no folder of the client's PATH has a program called \"\(name)\""
    case .programMissing(let name):
      "client.command[0]: there is no file for \"\(Self.lastPart(of: name))\""
    case .programNotExecutable(let name):
      "client.command[0]: \"\(Self.lastPart(of: name))\" is there but is no file that may be executed"
    case .interpreterMissing(let name):
      "client.command[0]: \"\(Self.lastPart(of: name))\" is there, but the interpreter or loader it names is not"
    case .textWithNUL(let place):
      "\(place): found a NUL character; a program's arguments and environment have none"
    case .folderUnusable(let purpose, let errno):
      "the \(purpose) folder of the scenario cannot be used: \(systemMessage(errno))"
    case .system(let call, let errno):
      "the system refused \(call): \(systemMessage(errno))"
    case .threadRefused(let errno): RunnerProcess.refusal(errno: errno)
    case .tooFewThreads(let made, let errno):
      "a run needs at least \(RunnerProcess.threadsNeeded) threads; after \(made), "
        + RunnerProcess.refusal(errno: errno)
    case .verbMissing(let name):
      "client.verbs: there is no \"\(name)\"; a one-shot client needs at least \"submit\""
    case .unknownVerb(let name, let known):
      "client.verbs: no verb is called \"\(name)\"; known verbs: " + known.joined(separator: ", ")
    case .inVerb(let name, let error):
      "\(error)".replacing("client.command", with: "client.verbs.\(name).argv")
    case .appSetting(let name, let wanted): "client.app.\(name): it must be \(wanted)"
    case .toolFailed(let call, let failure): "\(call): \(failure)"
    case .endFailed(let verb):
      "client.verbs.\(verb): it failed at the end of an earlier launch, so that the app may still "
        + "be running"
    case .verbFailed(let name, .exit(let status, let okExit)):
      "client.verbs.\(name): it ended with \(status); its okExit has "
        + okExit.map { "\($0)" }.joined(separator: ", ")
    case .verbFailed(let name, .overdue(let limit)):
      "client.verbs.\(name): it did not end within \(limit) and was killed; "
        + "\"deadlineMs\" gives it longer"
    }
  }
}

extension DrivingError.ToolFailure: CustomStringConvertible {
  /// What the tool wrote in a domain's place may be anything.
  private static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
  }

  package var description: String {
    switch self {
    case .exit(let exit): "it ended with \(exit)"
    case .code(let domain, let code):
      "it failed with code \(code) of \(Self.isIdentifier(domain) ? domain : "another domain")"
        + (SimctlTrouble(domain: domain, code: code).meaning.map { ": \($0)" } ?? "")
    case .overdue(let limit, let tries):
      "it did not end within \(limit) and was killed" + (tries > 1 ? ", \(tries) times" : "")
    case .unreadable(let wanted): "it did not print \(wanted)"
    case .notTheApp: "the process that it named has ended or is not the app"
    }
  }
}
