// Owns: the senders that are held to one behaviour, and what one send to a scripted server comes to.

import OfflineQueue
import OfflineQueueCURL
import OfflineQueueURLSession
import Testing

enum SenderKind: String, Sendable, CaseIterable {
  case curl
  case urlSession

  func sender(
    to endpoint: String, headers: [(name: String, value: String)] = [],
    bearerToken: @escaping @Sendable () -> String? = { nil }, answerByteLimit: Int = 65_536
  ) throws -> any WriteSender {
    switch self {
    case .curl:
      try CURLWriteSender(
        endpoint: endpoint,
        options: .init(
          headers: headers, bearerToken: bearerToken, answerByteLimit: answerByteLimit))
    case .urlSession:
      try URLSessionWriteSender(
        endpoint: endpoint,
        options: .init(
          headers: headers, bearerToken: bearerToken, answerByteLimit: answerByteLimit))
    }
  }

  /// What one send to a server comes to that does so with each connection, and how many came.
  func outcome(
    limit: Duration = .seconds(60), answerByteLimit: Int = 65_536,
    _ script: @escaping @Sendable (Connection) -> Void
  ) async throws -> (outcome: SendOutcome, connectionCount: Int) {
    let server = try LoopbackServer { connection, _ in script(connection) }
    defer { server.stop() }
    let sender = try sender(to: server.url, answerByteLimit: answerByteLimit)
    let outcome = await sender.send(try Self.request(limit: limit))
    return (outcome, server.connectionCount)
  }

  /// The answer's bytes, then the end or a reset: no answer either way, and one connection.
  func expectNoAnswer(to text: String) async throws {
    for isReset in [false, true] {
      let (outcome, count) = try await outcome { connection in
        _ = connection.readRequest()
        connection.write(text)
        if isReset { connection.resetAtEnd() }
      }
      if case .answered = outcome { Issue.record("answered: \(outcome)") }
      #expect(count == 1)
    }
  }

  static func request(
    _ body: String = #"{"a":1}"#, limit: Duration = .seconds(60), to target: String? = nil
  ) throws -> WriteRequest {
    WriteRequest(
      key: try sampleKey("key-1"), body: Array(body.utf8), contentType: "application/json",
      redirectedTo: target, timeLimit: limit)
  }
}

extension SendOutcome {
  /// The answer; a test that has none fails.
  func answer() throws -> Answer {
    guard case .answered(let answer) = self else { throw NoAnswer(outcome: self) }
    return answer
  }

  private struct NoAnswer: Error {
    let outcome: SendOutcome
  }
}
