// Owns: a one-shot client made of shell snippets, launched in folders of its own.

import AcceptanceModel
import ClientDriving
import Foundation
import Synchronization

/// Removes its folders, and whatever still runs in them, when the body is done.
struct CommandClient {
  let folders: ScenarioFolders
  var environment: [String: String] = [:]

  var home: String { folders.home }

  static func with(_ body: (CommandClient) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/command-\(UUID().uuidString)"
    let client = CommandClient(folders: ScenarioFolders(root: folder))
    try client.folders.create()
    var failure: (any Error)?
    do {
      try await body(client)
    } catch {
      failure = error
    }
    _ = await OrphanProcesses(folders: client.folders).end(grace: .zero)
    try FileManager.default.removeItem(atPath: folder)
    if let failure { throw failure }
  }

  func launch(
    _ verbs: [CommandVerb.Name: CommandVerb],
    endpoint: String = "http://127.0.0.1:9/items",
    onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) async throws -> any ClientSession {
    let named = Dictionary(
      uniqueKeysWithValues: verbs.map { ($0.key.rawValue, $0.value) })
    return try await CommandDriver(CommandConfiguration(verbs: named))
      .launch(request(endpoint: endpoint, onEvent: onEvent))
  }

  func request(
    endpoint: String = "http://127.0.0.1:9/items",
    onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) -> LaunchRequest {
    LaunchRequest(
      environment: ClientEnvironment(
        endpoint: endpoint, port: 9, folders: folders, programFolder: "/nowhere",
        named: environment),
      onEvent: onEvent)
  }

  func contents(_ name: String) throws -> String {
    try String(contentsOfFile: home + "/" + name, encoding: .utf8)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home + "/" + name) }

  /// A named pipe in the home: whoever opens it waits for the other side, so that a test and a
  /// script meet without sleeping.
  func makePipe(_ name: String) throws {
    guard mkfifo(home + "/" + name, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Writes a line to the pipe, once a script reads it.
  func feed(_ name: String) async {
    let path = home + "/" + name
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        guard let pipe = FileHandle(forWritingAtPath: path) else {
          preconditionFailure("there is no pipe called \(name)")
        }
        pipe.write(Data("go\n".utf8))
        pipe.closeFile()
        continuation.resume()
      }
    }
  }

  /// Returns once a script has written to the pipe.
  func await(_ name: String) async -> String {
    let path = home + "/" + name
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        guard let pipe = FileHandle(forReadingAtPath: path) else {
          preconditionFailure("there is no pipe called \(name)")
        }
        continuation.resume(
          returning: String(decoding: pipe.readDataToEndOfFile(), as: UTF8.self))
      }
    }
  }
}

extension CommandVerb {
  /// A snippet for `sh`; `words` become its `$1`, `$2`, ….
  static func shell(
    _ snippet: String, _ words: String..., mode: Mode = .wait, okExit: Set<Int32> = [0],
    deadline: Duration? = nil
  ) -> CommandVerb {
    CommandVerb(
      argv: ["sh", "-c", snippet, "client"] + words, mode: mode, okExit: okExit,
      deadline: deadline)
  }
}
