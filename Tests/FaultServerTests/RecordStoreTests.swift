import AcceptanceModel
import Foundation
import SQLiteKit
import Testing

@testable import FaultServer

@Suite struct RecordStoreTests {
  /// A folder that is gone after the test.
  final class Folder {
    let url: URL

    /// - Parameter isInMemory: On a disk that is none, where there is such a thing: what a killed
    ///   process has handed to the system survives it on any.
    init(isInMemory: Bool = false) throws {
      let memory = URL(fileURLWithPath: "/dev/shm")
      let isThere = FileManager.default.isWritableFile(atPath: memory.path)
      url = (isInMemory && isThere ? memory : FileManager.default.temporaryDirectory)
        .appendingPathComponent("record-store-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
      do { try FileManager.default.removeItem(at: url) } catch { Issue.record(error) }
    }

    var file: String { url.appendingPathComponent("records.sqlite").path }
  }

  private func start(
    _ file: String, spec: ServerSpec = ServerSpec(), log: Log = Log(),
    faults: [PlannedFault] = []
  ) throws -> (server: FaultServer, port: Int) {
    let server = FaultServer(
      FaultServerConfiguration(spec: spec, faults: faults, records: .file(file))
    ) { log.append($0) }
    return (server, try server.start())
  }

  private func post(_ port: Int, _ body: String, key: String) throws -> String {
    let client = try #require(RawClient(port: port))
    client.send(RawClient.post(body, key: key))
    let text = String(decoding: client.readAll().bytes, as: UTF8.self)
    return text.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
  }

  private static let conflict =
    #"{"error":"Conflict","reason":"the Idempotency-Key header was used before with another body"}"#

  @Test(
    "a file of another program is refused and left as it is",
    arguments: [
      "CREATE TABLE tickets (id INTEGER)", "CREATE TABLE records (id INTEGER)",
    ])
  func foreignFile(_ script: String) throws {
    let folder = try Folder()
    let other = try RecordFile(path: folder.file)
    try other.run(script)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    #expect(throws: FaultServerError.storeForeign) { try start(folder.file) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == before)
  }

  @Test("a file that is no SQLite is refused and left as it is")
  func otherFile() throws {
    let folder = try Folder()
    try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.file))
    #expect(throws: FaultServerError.self) { try start(folder.file) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == Data("notes".utf8))
  }

  @Test("an empty file becomes a store")
  func emptyFile() throws {
    let folder = try Folder()
    try Data().write(to: URL(fileURLWithPath: folder.file))
    let (server, port) = try start(folder.file)
    defer { server.stop() }
    #expect(try post(port, "{}", key: "k1").contains(#""id":1"#))
  }

  @Test("records, attempts and stored answers outlive the server")
  func outlive() throws {
    let folder = try Folder()
    var spec = ServerSpec(replay: .stored)
    spec.templates.successHeaders = ["Location": "/items/{id}"]
    let first = try start(folder.file, spec: spec)
    #expect(try post(first.port, #"{"a":1}"#, key: "k1").contains(#""attempts":1"#))
    first.server.stop()
    let second = try start(folder.file, spec: spec)
    defer { second.server.stop() }
    #expect(try post(second.port, #"{"a":1.0}"#, key: "k1").contains(#""attempts":1"#))
    #expect(try post(second.port, #"{"a":2}"#, key: "k1") == Self.conflict)
    #expect(try second.server.recordCount == 1)
  }

  @Test("a store answers as memory does: loss, conflict, retention, keys that are bound late")
  func asMemory() throws {
    let folder = try Folder()
    let log = Log()
    let (server, port) = try start(
      folder.file, log: log,
      faults: [
        try .named("crash-between-commit-and-key", .request(1...1)),
        try .named("conflict", .request(3...3)),
      ])
    defer { server.stop() }
    #expect(try post(port, "{}", key: "k1") == "")
    #expect(try post(port, "{}", key: "k1").contains(#""id":2,"attempts":2,"record_count":2"#))
    #expect(try post(port, "{}", key: "k2") == Self.conflict)
    server.restart(.lost)
    #expect(try server.recordCount == 0)
    #expect(try post(port, "{}", key: "k1").contains(#""id":1,"attempts":1"#))
    #expect(server.failure == nil)
  }

  @Test("two servers on one file make one record of one key, however their sends mix")
  func twoServers() throws {
    let folder = try Folder()
    let logs = [Log(), Log()]
    let servers = try logs.map { try start(folder.file, log: $0) }
    defer { for (server, _) in servers { server.stop() } }
    let clients = try (0..<64).map { try #require(RawClient(port: servers[$0 % 2].port)) }
    for client in clients { client.send(RawClient.post("{}", key: "k1")) }
    for client in clients {
      #expect(String(decoding: client.readAll().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }
    #expect(logs.map(\.all.committedCount).reduce(0, +) == 1)
    #expect(try servers[0].server.recordCount == 1)
  }

  @Test("a file that cannot be opened is said before the start, without naming its place")
  func unopened() throws {
    let folder = try Folder()
    let error = #expect(throws: FaultServerError.self) {
      try start(folder.url.appendingPathComponent("none/records.sqlite").path)
    }
    #expect(error?.description.contains("unable to open") == true)
    #expect(error?.description.contains(folder.url.lastPathComponent) == false)
  }
}
