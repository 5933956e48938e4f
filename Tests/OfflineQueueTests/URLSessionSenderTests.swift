// Owns: the URLSession sender against real sockets. An answer that ends inside its headers is not
// tested: on Linux it ends the whole process.

import Foundation
import OfflineQueue
import OfflineQueueURLSession
import Synchronization
import Testing

private let success = #"{"id":1}"#

private func request(
  _ body: String = #"{"a":1}"#, limit: Duration = .seconds(20), to target: String? = nil
) throws -> WriteRequest {
  WriteRequest(
    key: try sampleKey("key-1"), body: Array(body.utf8), contentType: "application/json",
    redirectedTo: target, timeLimit: limit)
}

/// The outcome of one send to a server that does so with each connection, and how many came.
private func outcome(
  options: URLSessionWriteSender.Options = .init(), limit: Duration = .seconds(20),
  _ script: @escaping @Sendable (Connection) -> Void
) async throws -> (outcome: SendOutcome, connectionCount: Int) {
  let server = try LoopbackServer { connection, _ in script(connection) }
  defer { server.stop() }
  let sender = try URLSessionWriteSender(endpoint: server.url, options: options)
  let outcome = await sender.send(try request(limit: limit))
  return (outcome, server.connectionCount)
}

@Suite(.timeLimit(.minutes(1))) struct URLSessionSenderTests {
  @Test("a send is one POST with key, media type, credential and the very bytes")
  func form() async throws {
    let seen = Mutex((head: "", body: [UInt8]()))
    let options = URLSessionWriteSender.Options(
      headers: [(name: "X-Version", value: "7")], bearerToken: { "token-1" })
    let (outcome, count) = try await outcome(options: options) { connection in
      let request = connection.readRequest()
      seen.withLock { $0 = request }
      connection.answer("201 Created", success, headers: "Retry-After: 3\r\nDate: d\r\n")
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.status == 201)
    #expect(answer.body == Array(success.utf8))
    #expect(answer.retryAfter == ["3"])
    #expect(answer.date == "d")
    #expect(count == 1)
    let lines = seen.withLock { $0.head }.components(separatedBy: "\r\n").map { $0.lowercased() }
    #expect(lines.first == "post /items http/1.1")
    for line in [
      "idempotency-key: key-1", "content-type: application/json", "content-length: 7",
      "authorization: bearer token-1", "x-version: 7", "connection: close",
    ] {
      #expect(lines.filter { $0 == line }.count == 1, "\(line)")
    }
    #expect(seen.withLock { $0.body } == Array(#"{"a":1}"#.utf8))
  }

  @Test("two sends use two connections, though the server would keep the first")
  func freshConnections() async throws {
    let server = try LoopbackServer { connection, _ in
      while true {
        let request = connection.readRequest()
        guard !request.head.isEmpty else { return }
        connection.answer("200 OK", success)
      }
    }
    let sender = try URLSessionWriteSender(endpoint: server.url)
    for _ in 0..<2 {
      guard case .answered = await sender.send(try request()) else {
        Issue.record("no answer")
        return
      }
    }
    #expect(server.connectionCount == 2)
    server.stop()
  }

  @Test("a redirect is reported and not followed", arguments: [301, 302, 303, 307, 308])
  func redirect(_ status: Int) async throws {
    let (outcome, count) = try await outcome { connection in
      _ = connection.readRequest()
      connection.answer("\(status) Elsewhere", headers: "Location: /other\r\n")
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.status == status)
    #expect(answer.location == "/other")
    #expect(count == 1)
  }

  @Test("a 401 that asks for a password is an answer, and nobody waits for one")
  func challenge() async throws {
    let (outcome, count) = try await outcome { connection in
      _ = connection.readRequest()
      connection.answer("401 Unauthorized", headers: "WWW-Authenticate: Basic realm=\"x\"\r\n")
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.status == 401)
    #expect(count == 1)
  }

  @Test("an answer that never comes, or drips, ends at the wall clock's limit")
  func limits() async throws {
    for drips in [false, true] {
      let (outcome, _) = try await outcome(limit: .milliseconds(600)) { connection in
        _ = connection.readRequest()
        if drips {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
          // Until the client is gone.
          connection.write(String(repeating: "x", count: 999_999))
        }
        _ = connection.read()
      }
      #expect(outcome == .unknown(.timedOut) || drips)
      if drips, case .answered(let answer) = outcome { #expect(!answer.bodyIsWhole) }
    }
  }

  @Test("a connection that is reset, closed or cut is no answer")
  func cuts() async throws {
    let reset = try await outcome { connection in
      _ = connection.readRequest()
      connection.resetAtEnd()
    }
    #expect(reset.outcome == .unknown(.cut))
    let closed = try await outcome { connection in _ = connection.readRequest() }
    #expect(closed.outcome == .unknown(.cut))
    let cut = try await outcome { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":1}")
    }
    #expect(cut.outcome == .unknown(.cut))
  }

  @Test("nobody listens: nothing was sent")
  func refused() async throws {
    try await LoopbackServer.withDeafPort { port in
      let sender = try URLSessionWriteSender(endpoint: "http://127.0.0.1:\(port)/items")
      #expect(await sender.send(try request()) == .unknown(.notConnected))
    }
  }

  @Test("a cancelled send ends at once and is unknown")
  func cancelled() async throws {
    let arrived = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { connection, _ in
      _ = connection.readRequest()
      arrived.continuation.yield()
      _ = connection.read()
    }
    defer { server.stop() }
    let sender = try URLSessionWriteSender(endpoint: server.url)
    let write = try request()
    let sending = Task { await sender.send(write) }
    for await _ in arrived.stream { break }
    sending.cancel()
    #expect(await sending.value == .unknown(.aborted))
  }

  @Test("what is longer than the limit is cut off and said so")
  func overlong() async throws {
    let (outcome, _) = try await outcome(options: .init(answerByteLimit: 10)) { connection in
      _ = connection.readRequest()
      connection.answer("200 OK", String(repeating: "x", count: 20))
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.body.count == 10)
    #expect(!answer.bodyIsWhole)
  }

  @Test("a target of another origin gets nothing, an unfit endpoint or header is refused")
  func origins() async throws {
    let sender = try URLSessionWriteSender(endpoint: "http://127.0.0.1:9/items")
    let other = try request(to: "http://127.0.0.2:9/items")
    #expect(await sender.send(other) == .unknown(.aborted))
    #expect(throws: URLSessionSenderError.unfitEndpoint) {
      try URLSessionWriteSender(endpoint: "file:///x")
    }
    #expect(throws: URLSessionSenderError.unfitHeader) {
      try URLSessionWriteSender(
        endpoint: "http://127.0.0.1:9", options: .init(headers: [(name: "A", value: "b\r\nC: d")]))
    }
  }
}
