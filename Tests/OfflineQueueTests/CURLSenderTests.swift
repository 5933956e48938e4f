// Owns: what libcurl's sender does that others do not, or cannot.

import Foundation
import OfflineQueue
import OfflineQueueCURL
import Synchronization
import Testing

private let success = #"{"id":1}"#

@Suite(.timeLimit(.minutes(1))) struct CURLSenderTests {
  @Test(
    "an answer that ends inside its status line or headers, or is none, is no answer",
    arguments: [
      "HTTP/1.1 2", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
      "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n", "\u{0}\u{1}garbage\r\n\r\n",
    ])
  func cut(_ text: String) async throws {
    try await SenderKind.curl.expectNoAnswer(to: text)
  }

  @Test("a body that ends with its connection is handed over as it is, to be checked by the queue")
  func closeDelimited() async throws {
    let (outcome, _) = try await SenderKind.curl.outcome { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.0 200 OK\r\n\r\n{\"id\":")
    }
    #expect(try outcome.answer().body == Array(#"{"id":"#.utf8))
  }

  @Test("a reset before the request was read is no answer")
  func reset() async throws {
    let (outcome, count) = try await SenderKind.curl.outcome { $0.resetAtEnd() }
    guard case .unknown = outcome else {
      Issue.record("answered: \(outcome)")
      return
    }
    #expect(count == 1)
  }

  @Test(
    "an endpoint or a header that could not go out as it stands is refused",
    arguments: ["", "items", "ftp://a/", "file:///etc/passwd", "http://u:p@a/"])
  func unfit(_ endpoint: String) {
    #expect(throws: CURLSenderError.unfitEndpoint) { try CURLWriteSender(endpoint: endpoint) }
    #expect(throws: CURLSenderError.unfitHeader) {
      try CURLWriteSender(
        endpoint: "http://a/", options: .init(headers: [(name: "X", value: "a\r\nY: b")]))
    }
    #expect(throws: CURLSenderError.unfitHeader) {
      try CURLWriteSender(endpoint: "http://a/", options: .init(keyHeader: "Key: x"))
    }
  }

  @Test("queue, store and sender together record a write once through a lost acknowledgement")
  func together() async throws {
    let keys = Mutex<[String]>([])
    let server = try LoopbackServer { connection, number in
      let head = connection.readRequest().head
      keys.withLock { keys in
        keys += head.components(separatedBy: "\r\n").filter { $0.hasPrefix("Idempotency-Key: ") }
      }
      if number == 1 { connection.resetAtEnd() } else { connection.answer("200 OK", success) }
    }
    defer { server.stop() }
    let (changes, change) = AsyncStream.makeStream(of: TaskStatus.self)
    let queue = OfflineQueue(
      store: InMemoryWriteStore(), sender: try CURLWriteSender(endpoint: server.url),
      limits: try QueueLimits(firstRetry: .milliseconds(1), maxSendsPerSecond: 1000),
      observer: { _, delivery in change.yield(delivery.status) })
    await queue.start()
    let task = try await queue.enqueue([0x7B, 0x7D])
    for await status in changes where status == .done { break }
    await queue.stop()
    #expect(keys.withLock { $0 } == Array(repeating: "Idempotency-Key: \(task.key.text)", count: 2))
  }
}
