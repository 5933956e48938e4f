// Owns: what every sender does on real sockets: one connection, one request, one outcome.
// Does not own: what only one of them does (CURLSenderTests, URLSessionSenderTests).

import Foundation
import OfflineQueue
import Synchronization
import Testing

private let success = #"{"id":1}"#

@Suite(.timeLimit(.minutes(3))) struct WriteSenderTests {
  @Test(
    "a send is one POST with key, media type, credential and the very bytes",
    arguments: SenderKind.allCases)
  func form(_ kind: SenderKind) async throws {
    let seen = Mutex((head: "", body: [UInt8]()))
    let server = try LoopbackServer { connection, _ in
      let request = connection.readRequest()
      seen.withLock { $0 = request }
      connection.answer("201 Created", success, headers: "Retry-After: 3\r\nDate: d\r\n")
    }
    defer { server.stop() }
    let sender = try kind.sender(
      to: server.url, headers: [(name: "X-Version", value: "7")], bearerToken: { "token-1" })
    let answer = try await sender.send(try SenderKind.request()).answer()
    #expect(answer.status == 201)
    #expect(answer.body == Array(success.utf8))
    #expect(answer.retryAfter == ["3"])
    #expect(answer.date == "d")
    #expect(server.connectionCount == 1)
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

  @Test(
    "an empty and a large body arrive as they are", arguments: SenderKind.allCases,
    [0, 1, 3_000_000])
  func sizes(_ kind: SenderKind, _ count: Int) async throws {
    let received = Mutex(-1)
    let server = try LoopbackServer { connection, _ in
      let request = connection.readRequest()
      received.withLock { $0 = request.body.count }
      connection.answer("200 OK", success)
    }
    defer { server.stop() }
    let request = try SenderKind.request(String(repeating: "x", count: count))
    _ = try await kind.sender(to: server.url).send(request).answer()
    #expect(received.withLock { $0 } == count)
  }

  @Test("nobody listening is no connection", arguments: SenderKind.allCases)
  func refused(_ kind: SenderKind) async throws {
    try await LoopbackServer.withDeafPort { port in
      let sender = try kind.sender(to: "http://127.0.0.1:\(port)/items")
      #expect(await sender.send(try SenderKind.request()) == .unknown(.notConnected))
    }
  }

  @Test(
    "an answer that ends early is no answer, and is asked for once only",
    arguments: SenderKind.allCases,
    [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"id\":1}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
  func cut(_ kind: SenderKind, _ text: String) async throws {
    try await kind.expectNoAnswer(to: text)
  }

  @Test(
    "a stall ends with the time limit and the connection is closed then",
    arguments: SenderKind.allCases)
  func stall(_ kind: SenderKind) async throws {
    let isClosed = Mutex(false)
    let (outcome, _) = try await kind.outcome(limit: .milliseconds(200)) { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{")
      let end = connection.read()
      isClosed.withLock { $0 = end == nil }
    }
    #expect(outcome == .unknown(.timedOut))
    #expect(isClosed.withLock { $0 })
  }

  @Test(
    "a cancelled send ends at once, with the connection closed", arguments: SenderKind.allCases)
  func cancelled(_ kind: SenderKind) async throws {
    let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { connection, _ in
      _ = connection.readRequest()
      arrive.yield()
      _ = connection.read()
    }
    defer { server.stop() }
    let sender = try kind.sender(to: server.url)
    let request = try SenderKind.request(limit: .seconds(3600))
    let send = Task { await sender.send(request) }
    for await _ in arrived { break }
    send.cancel()
    #expect(await send.value == .unknown(.aborted))
  }

  @Test(
    "redirects are reported with their target and not followed", arguments: SenderKind.allCases,
    [301, 303, 307, 308])
  func redirect(_ kind: SenderKind, _ status: Int) async throws {
    let (outcome, count) = try await kind.outcome { connection in
      _ = connection.readRequest()
      connection.answer("\(status) Elsewhere", headers: "Location: /b\r\n")
    }
    let answer = try outcome.answer()
    #expect(answer.status == status)
    #expect(answer.location == "/b")
    #expect(count == 1)
  }

  @Test(
    "the queue's redirect goes to its target, but never to another origin",
    arguments: SenderKind.allCases)
  func redirectTarget(_ kind: SenderKind) async throws {
    let heads = Mutex<[String]>([])
    let server = try LoopbackServer { connection, _ in
      let head = connection.readRequest().head
      heads.withLock { $0.append(head) }
      connection.answer("200 OK", success)
    }
    defer { server.stop() }
    let sender = try kind.sender(to: server.url)
    _ = await sender.send(try SenderKind.request(to: "http://127.0.0.1:\(server.port)/b?c"))
    let elsewhere = await sender.send(
      try SenderKind.request(to: "http://localhost:\(server.port)/b"))
    #expect(elsewhere == .unknown(.aborted))
    #expect(heads.withLock { $0.map { $0.prefix(9) } } == ["POST /b?c"])
  }

  @Test(
    "an answer longer than the limit is cut there and says so", arguments: SenderKind.allCases)
  func overlong(_ kind: SenderKind) async throws {
    let (outcome, _) = try await kind.outcome(answerByteLimit: 100) { connection in
      _ = connection.readRequest()
      connection.answer("200 OK", String(repeating: " ", count: 500) + success)
    }
    let answer = try outcome.answer()
    #expect(answer.body.count == 100)
    #expect(!answer.bodyIsWhole)
  }

  @Test(
    "each send has a connection of its own, and takes along no cookie of an earlier one",
    arguments: SenderKind.allCases)
  func fresh(_ kind: SenderKind) async throws {
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
    let sender = try kind.sender(to: server.url)
    for _ in 1...3 { _ = await sender.send(try SenderKind.request()) }
    #expect(server.connectionCount == 3)
    #expect(heads.withLock { $0.count } == 3)
    #expect(heads.withLock { $0 }.allSatisfy { !$0.contains("Cookie:") })
  }

  @Test(
    "a 401 with a challenge is the answer, and nothing is sent a second time",
    arguments: SenderKind.allCases)
  func challenge(_ kind: SenderKind) async throws {
    let (outcome, count) = try await kind.outcome { connection in
      _ = connection.readRequest()
      connection.answer(
        "401 Unauthorized", "{}", headers: "WWW-Authenticate: Basic realm=\"r\"\r\n")
    }
    #expect(try outcome.answer().status == 401)
    #expect(count == 1)
  }
}
