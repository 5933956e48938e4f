// Owns: a scenario's folders for one test, its clients by shell script, and their cleaning up.

import AcceptanceModel
import ClientContract
import ClientDriving
import Foundation
import Synchronization
import Testing

/// One scenario's place on disk and the sessions launched in it.
final class Scenario: Sendable {
  let folders: ScenarioFolders
  private let sessions = Mutex<[any ClientSession]>([])
  private let recorded = Mutex<[SessionEvent]>([])

  private init(root: String) {
    folders = ScenarioFolders(root: root)
  }

  /// Runs `body`; afterwards nothing of the scenario is left, whatever the test did.
  static func with(_ body: (Scenario) async throws -> Void) async throws {
    let root = NSTemporaryDirectory() + "/acceptance-driving-\(UUID().uuidString)"
    let scenario = Scenario(root: root)
    do {
      try await body(scenario)
    } catch {
      try await scenario.cleanUp()
      throw error
    }
    try await scenario.cleanUp()
  }

  func launch(
    sh script: String, refusesFileWrites: Bool = false
  ) async throws -> any ClientSession {
    try await launch(["/bin/sh", "-c", script], refusesFileWrites: refusesFileWrites)
  }

  func launch(
    _ command: [String], refusesFileWrites: Bool = false
  ) async throws -> any ClientSession {
    let request = LaunchRequest(
      environment: environment, refusesFileWrites: refusesFileWrites
    ) { [weak self] event in self?.recorded.withLock { $0.append(event) } }
    let session = try await JSONLinesDriver(JSONLinesConfiguration(command: command)).launch(
      request)
    sessions.withLock { $0.append(session) }
    return session
  }

  var environment: ClientEnvironment {
    ClientEnvironment(
      endpoint: "http://127.0.0.1:43817/items", port: 43817, folders: folders,
      programFolder: "/programs")
  }

  /// Every event but output, in order.
  var events: [SessionEvent] {
    recorded.withLock { events in
      events.filter { if case .output = $0 { false } else { true } }
    }
  }

  func endLeftovers(grace: Duration = .zero) async -> OrphanReport {
    await OrphanProcesses(folders: folders).end(grace: grace)
  }

  private func cleanUp() async throws {
    for session in sessions.withLock({ $0 }) { session.signal(.kill) }
    _ = await endLeftovers()
    for session in sessions.withLock({ $0 }) { session.close() }
    guard FileManager.default.fileExists(atPath: folders.root) else { return }
    try FileManager.default.removeItem(atPath: folders.root)
  }
}

/// Long enough for any machine, and never waited for where the claim holds.
let patience = Duration.seconds(60)

/// A client in shell that answers every command with `ok`.
let echoClient = """
  while read -r line; do
    id=${line#*'"id":'}; echo "{\\"id\\":${id%%[,\\}]*},\\"ok\\":true}"
  done
  """

extension ClientSession {
  func tailText(of channel: OutputChannel) -> String {
    String(decoding: tail(of: channel), as: UTF8.self)
  }
}

/// Where `python3` is on this machine's PATH; `nil` where it is not installed.
let pythonPath: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
  .split(separator: ":").map { "\($0)/python3" }
  .first { FileManager.default.isExecutableFile(atPath: $0) }
