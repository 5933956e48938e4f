// Owns: `acceptance serve`: from the command line to the server that a person works, and its end.
// Does not own: the server and its page (Serving).

import AcceptanceModel
import FaultServer
import Foundation
import Serving
import Synchronization

enum ServeCommand: Command {
  static let name = "serve"
  static let summary = "run the fault server by hand, with a page that shows what arrives"
  static let operands: [String] = []
  static let defaultPort = 8081

  static let options = [
    Option(
      name: "--port", form: .value("N"),
      summary: "the endpoint's port on 127.0.0.1 (default: \(defaultPort); 0: any free one)"),
    Option(
      name: "--page-port", form: .value("N"),
      summary: "the page's port on 127.0.0.1 (default: any free one)"),
    Option(
      name: "--profile", form: .value("NAME"),
      summary: "the server's contract: "
        + ServerProfile.all.map(\.name).joined(separator: ", ") + " (default: standard)"),
    Option(
      name: "--store", form: .value("FILE"),
      summary: "keep the records in this SQLite file (default: in memory)"),
    Option(
      name: "--plan", form: .value("FILE#ID"),
      summary:
        "server and faults of this scenario; unseen keys are assigned to its operations in order"),
    Option(
      name: "--host", form: .value("ADDRESS"), summary: "127.0.0.1; anything else is refused"),
    Option(name: "--quiet", form: .flag, summary: "print addresses only"),
  ]

  static var details: String {
    let paths = HelpText.table(ServingHelp.paths.map { ($0.request, $0.meaning) })
    return """
      Ctrl-C ends it with status 0; records in memory are gone then. The page and the API:

      \(paths.joined(separator: "\n"))

      POST and PUT need the header X-Acceptance-Token with the token of the printed address, and
      Content-Type: application/json where they have a body. Keys and bodies are shown as tokens: equal
      tokens stand for equal texts. UUIDs and ULIDs are shown themselves, or what the plan's file says.
      """
  }

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode {
    try refuseOtherHosts(arguments.text("--host"))
    guard let configuration = try configuration(arguments) else { return .wrongFile }
    let (clock, isQuiet) = (ContinuousClock(), arguments.has("--quiet"))
    let start = clock.now
    let session = ServingSession(
      configuration,
      secrets: ServingSecrets(
        runKey: RunPlan.randomBytes(32),
        token: RunPlan.randomBytes(16).map { hex($0) }.joined()),
      clock: { start.duration(to: clock.now) },
      settled: { line in if !isQuiet { Console.print(line) } })
    let (ending, end) = AsyncStream.makeStream(of: Void.self)
    // Before the first port opens: whoever sees the addresses may interrupt at once.
    let interruption = SignalHandler { end.finish() }
    let addresses: ServingSession.Addresses
    do throws(FaultServerError) {
      addresses = try session.start()
    } catch {
      Console.complain("acceptance: \(error)")
      return .inconclusive
    }
    // Never wrapped: a command that is copied over two lines is another command.
    for (label, text) in [
      ("endpoint", addresses.endpoint), ("page", addresses.page),
      ("try", CurlLine.text(configuration.spec, endpoint: addresses.endpoint)),
      ("see", "curl \(addresses.api)/requests"), ("end", "Ctrl-C"),
    ] {
      let space = String(repeating: " ", count: 10 - label.count)
      Console.print("  \(label)\(space)\(text)")
    }
    for await _ in ending {}
    session.stop()
    // Its sources must live until here.
    withExtendedLifetime(interruption) {}
    return .passed
  }

  private static func hex(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }

  private static func refuseOtherHosts(_ host: String?) throws(UsageError) {
    guard let host, !["127.0.0.1", "localhost"].contains(host) else { return }
    throw UsageError(
      "--host: only 127.0.0.1 is served, because whoever reaches this server can make it lose "
        + "records and sees what arrives. An app on a device reaches it by `adb reverse tcp:8081 "
        + "tcp:8081` or an ssh tunnel; simulators and emulators (10.0.2.2) reach it as it is")
  }

  /// `nil` where the plan's file is no table; its problems have been printed.
  private static func configuration(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> ServingConfiguration? {
    var configuration = ServingConfiguration(spec: ServerSpec())
    if let plan = arguments.text("--plan") {
      guard let loaded = try ServePlan.load(plan, arguments.catalogs) else { return nil }
      configuration = loaded
    }
    if let name = arguments.text("--profile") {
      guard let profile = ServerProfile.named(name) else {
        throw UsageError(
          "--profile: no profile has this name; known ones: "
            + ServerProfile.all.map(\.name).joined(separator: ", "))
      }
      configuration.spec = profile.spec
    }
    if let path = arguments.text("--store") { configuration.records = .file(path) }
    configuration.port = try arguments.integer("--port", in: 0...65_535) ?? defaultPort
    configuration.pagePort = try arguments.integer("--page-port", in: 0...65_535) ?? 0
    return configuration
  }
}
