// Owns: the URLSession sender against real sockets: one connection, one request, one outcome.
// Answers that stop inside their headers are left out: FoundationNetworking ends the process there.

import Foundation
import OfflineQueue
import OfflineQueueURLSession
import Synchronization
import Testing

private let success = #"{"id":1}"#

private func request(
  _ body: String = #"{"a":1}"#, limit: Duration = .seconds(60), to target: String? = nil
) throws -> WriteRequest {
  WriteRequest(
    key: try sampleKey("key-1"), body: Array(body.utf8), contentType: "application/json",
    redirectedTo: target, timeLimit: limit)
}

/// The outcome of one send to a server that does so with each connection, and how many came.
private func outcome(
  options: URLSessionWriteSender.Options = .init(), limit: Duration = .seconds(60),
  _ script: @escaping @Sendable (Connection) -> Void
) async throws -> (outcome: SendOutcome, connectionCount: Int) {
  let server = try LoopbackServer { connection, _ in script(connection) }
  defer { server.stop() }
  let sender = try URLSessionWriteSender(endpoint: server.url, options: options)
  let outcome = await sender.send(try request(limit: limit))
  return (outcome, server.connectionCount)
}

@Suite(.timeLimit(.minutes(3))) struct URLSessionSenderTests {
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
    let lines = seen.withLock { $0.head }.components(separatedBy: "\r\n")
    #expect(lines.first == "POST /items HTTP/1.1")
    for line in [
      "Idempotency-Key: key-1", "Content-Type: application/json", "Content-Length: 7",
      "Authorization: Bearer token-1", "X-Version: 7",
    ] {
      #expect(lines.filter { $0 == line }.count == 1, "\(line)")
    }
    #expect(!lines.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Transfer-Encoding") })
    #expect(seen.withLock { $0.body } == Array(#"{"a":1}"#.utf8))
  }

  @Test("an empty and a large body arrive as they are", arguments: [0, 1, 3_000_000])
  func sizes(_ count: Int) async throws {
    let body = String(repeating: "x", count: count)
    let received = Mutex(-1)
    let server = try LoopbackServer { connection, _ in
      let request = connection.readRequest()
      received.withLock { $0 = request.body.count }
      connection.answer("200 OK", success)
    }
    defer { server.stop() }
    let sender = try URLSessionWriteSender(endpoint: server.url)
    guard case .answered = await sender.send(try request(body)) else {
      Issue.record("no answer")
      return
    }
    #expect(received.withLock { $0 } == count)
  }

  @Test("nobody listening is no connection")
  func refused() async throws {
    try await LoopbackServer.withDeafPort { port in
      let sender = try URLSessionWriteSender(endpoint: "http://127.0.0.1:\(port)/items")
      #expect(await sender.send(try request()) == .unknown(.notConnected))
    }
  }

  @Test(
    "an answer that ends early is no answer, and is asked for once only",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"id\":1}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "",
    ])
  func cut(_ text: String) async throws {
    for isReset in [false, true] {
      let (outcome, count) = try await outcome { connection in
        _ = connection.readRequest()
        connection.write(text)
        if isReset { connection.resetAtEnd() }
      }
      guard case .unknown = outcome else {
        Issue.record("answered: \(outcome)")
        continue
      }
      #expect(count == 1)
    }
  }

  @Test("a stall ends with the time limit and the connection is closed then")
  func stall() async throws {
    let isClosed = Mutex(false)
    let (outcome, _) = try await outcome(limit: .milliseconds(200)) { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{")
      let end = connection.read()
      isClosed.withLock { $0 = end == nil }
    }
    #expect(outcome == .unknown(.timedOut))
    #expect(isClosed.withLock { $0 })
  }

  @Test("a cancelled send ends at once, with the connection closed")
  func cancelled() async throws {
    let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { connection, _ in
      _ = connection.readRequest()
      arrive.yield()
      _ = connection.read()
    }
    defer { server.stop() }
    let sender = try URLSessionWriteSender(endpoint: server.url)
    let request = try request(limit: .seconds(3600))
    let send = Task { await sender.send(request) }
    for await _ in arrived { break }
    send.cancel()
    #expect(await send.value == .unknown(.aborted))
  }

  @Test(
    "redirects are reported with their target and not followed", arguments: [301, 303, 307, 308])
  func redirect(_ status: Int) async throws {
    let (outcome, count) = try await outcome { connection in
      _ = connection.readRequest()
      connection.answer("\(status) Elsewhere", headers: "Location: /b\r\n")
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.status == status)
    #expect(answer.location == "/b")
    #expect(count == 1)
  }

  @Test("the queue's redirect goes to its target, but never to another origin")
  func redirectTarget() async throws {
    let heads = Mutex<[String]>([])
    let server = try LoopbackServer { connection, _ in
      let head = connection.readRequest().head
      heads.withLock { $0.append(head) }
      connection.answer("200 OK", success)
    }
    defer { server.stop() }
    let sender = try URLSessionWriteSender(endpoint: server.url)
    _ = await sender.send(try request(to: "http://127.0.0.1:\(server.port)/b?c"))
    let elsewhere = await sender.send(try request(to: "http://localhost:\(server.port)/b"))
    #expect(elsewhere == .unknown(.aborted))
    #expect(heads.withLock { $0.map { $0.prefix(9) } } == ["POST /b?c"])
  }

  @Test("an answer longer than the limit is cut there and says so")
  func overlong() async throws {
    let (outcome, _) = try await outcome(options: .init(answerByteLimit: 100)) { connection in
      _ = connection.readRequest()
      connection.answer("200 OK", String(repeating: " ", count: 500) + success)
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.body.count == 100)
    #expect(!answer.bodyIsWhole)
  }

  @Test("each send has a connection of its own, and takes along no cookie of an earlier one")
  func fresh() async throws {
    let heads = Mutex<[String]>([])
    let server = try LoopbackServer { connection, _ in
      let head = connection.readRequest().head
      heads.withLock { $0.append(head) }
      connection.answer(
        "200 OK", success,
        headers: "Connection: keep-alive\r\nSet-Cookie: a=b\r\nCache-Control: max-age=60\r\n")
      _ = connection.read()
    }
    defer { server.stop() }
    let sender = try URLSessionWriteSender(endpoint: server.url)
    for _ in 1...3 { _ = await sender.send(try request()) }
    #expect(server.connectionCount == 3)
    #expect(heads.withLock { $0.count } == 3)
    #expect(heads.withLock { $0 }.allSatisfy { !$0.contains("Cookie:") })
  }

  @Test("a 401 with a challenge is the answer, and nothing is sent a second time")
  func challenge() async throws {
    let (outcome, count) = try await outcome { connection in
      _ = connection.readRequest()
      connection.answer(
        "401 Unauthorized", "{}", headers: "WWW-Authenticate: Basic realm=\"r\"\r\n")
    }
    guard case .answered(let answer) = outcome else {
      Issue.record("no answer: \(outcome)")
      return
    }
    #expect(answer.status == 401)
    #expect(count == 1)
  }

  @Test(
    "an endpoint or a header that could not go out as it stands is refused",
    arguments: ["", "items", "ftp://a/", "file:///etc/passwd", "http://u:p@a/"])
  func unfit(_ endpoint: String) {
    #expect(throws: URLSessionSenderError.unfitEndpoint) {
      try URLSessionWriteSender(endpoint: endpoint)
    }
    #expect(throws: URLSessionSenderError.unfitHeader) {
      try URLSessionWriteSender(
        endpoint: "http://a/", options: .init(headers: [(name: "X", value: "a\r\nY: b")]))
    }
    #expect(throws: URLSessionSenderError.unfitAnswerLimit(0)) {
      try URLSessionWriteSender(endpoint: "http://a/", options: .init(answerByteLimit: 0))
    }
  }
}
