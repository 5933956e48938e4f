// Owns: the verbs of one launch, checked, and what the driver says for a client that cannot greet.
// Does not own: calling them (CommandSession).

import AcceptanceModel
import ClientContract

struct CommandPlan: Sendable {
  /// Verbs that prepare or end an app may have to boot things; they are not the client's answers.
  static let surroundingsLimit = Duration.seconds(30)
  /// The runner waits 30 s for a killed client's end; this leaves room for the rest of a kill.
  static let killLimit = Duration.seconds(10)

  let verbs: [CommandVerb.Name: CommandVerb]
  let environment: ClientEnvironment
  private let can: [String]

  /// - Throws: `.unknownVerb`, `.verbMissing`.
  init(
    _ configuration: CommandConfiguration, _ environment: ClientEnvironment
  ) throws(DrivingError) {
    var verbs: [CommandVerb.Name: CommandVerb] = [:]
    for (word, verb) in configuration.verbs.sorted(by: { $0.key < $1.key }) {
      guard let name = CommandVerb.Name(rawValue: word) else {
        throw .unknownVerb(name: word, known: CommandVerb.Name.allCases.map(\.rawValue))
      }
      guard !verb.argv.isEmpty else { throw .inVerb(word, .emptyCommand) }
      verbs[name] = verb
    }
    guard verbs[.submit] != nil else { throw .verbMissing(name: CommandVerb.Name.submit.rawValue) }
    self.verbs = verbs
    self.environment = environment
    can = configuration.can
  }

  /// Whether the app is a process that keeps running between the verbs.
  var hasApp: Bool { verbs[.launch]?.mode == .background }

  var submitsInForeground: Bool { verbs[.submit]?.mode == .wait }

  /// What the client's verbs say of it; its limits are the scenario file's to state.
  var greeting: Greeting {
    let abilities: [CommandVerb.Name] = [.submit, .tasks, .sync, .retry, .damage]
    let shown = abilities.filter { verbs[$0] != nil }.map(\.rawValue)
    var limits = DeclaredLimits()
    // Nothing continues to send by itself where no process keeps running.
    if !hasApp, verbs[.sync] != nil { limits.retries = .onSync }
    let quitting = [CommandVerb.Name.diagnostics, .terminate].filter { verbs[$0] != nil }
    if !quitting.isEmpty {
      limits.quit = quitting.map(surroundingsLimit(of:)).reduce(.seconds(5), +)
    }
    return Greeting(client: "command", can: shown + can, limits: limits)
  }

  func surroundingsLimit(of name: CommandVerb.Name) -> Duration {
    verbs[name]?.deadline ?? (name == .kill ? Self.killLimit : Self.surroundingsLimit)
  }

  /// - Throws: `.inVerb` for the first verb whose program is not there.
  func checkPrograms(ambient: [String: String]) throws(DrivingError) {
    // One that lies in the home may be put there by these two.
    let isPrepared = verbs[.reset] != nil || verbs[.launch] != nil
    for (name, verb) in verbs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let spec = spec(verb, words: [:], ambient: ambient, refusesFileWrites: false)
      let program = spec.arguments.first ?? ""
      let isInHome =
        program.contains("/")
        && (!program.hasPrefix("/") || program.hasPrefix(environment.folders.home + "/"))
      if isInHome, isPrepared { continue }
      do throws(DrivingError) { _ = try spec.programPath() } catch {
        throw .inVerb(name.rawValue, error)
      }
    }
  }

  /// The program of a verb as it is to be started.
  ///
  /// - Parameter words: Values of `{body}`, `{bodyFile}`, `{operation}` and `{marker}`, or of
  ///   `{task}`. Each stays
  ///   inside the argument whose placeholder it replaces, whatever it holds.
  func spec(
    _ verb: CommandVerb, words: [String: String], ambient: [String: String],
    refusesFileWrites: Bool
  ) -> ProcessSpec {
    ProcessSpec(
      arguments: verb.argv.map { environment.expanding($0, and: words) },
      environment: environment.variables(ambient: ambient),
      workingFolder: environment.folders.home, fileSizeLimitZero: refusesFileWrites)
  }
}
