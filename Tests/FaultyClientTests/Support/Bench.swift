// Owns: one launch of a client under test, moved on by hand: no clock, no process, no socket.

import ClientContract
import ClientHarness
import OfflineQueue
import Synchronization

@testable import faulty_client

/// What the substitute sender saw, and what it answers next.
final class Wire: WriteSender {
  private struct Contents {
    var seen: [WriteRequest] = []
    var answers: [SendOutcome] = []
  }

  private let contents = Mutex(Contents())

  /// Asked for each send in turn; with none left, each is a success.
  init(_ answers: SendOutcome...) { contents.withLock { $0.answers = answers } }

  var seen: [WriteRequest] { contents.withLock { $0.seen } }
  var keys: [String] { seen.map(\.key.text) }
  var bodies: [String] { seen.map { String(decoding: $0.body, as: UTF8.self) } }

  func send(_ request: WriteRequest) async -> SendOutcome {
    contents.withLock { contents in
      contents.seen.append(request)
      return contents.answers.isEmpty ? .success : contents.answers.removeFirst()
    }
  }
}

extension SendOutcome {
  static func status(_ status: Int, retryAfter: String? = nil) -> SendOutcome {
    .answered(
      Answer(
        url: "http://127.0.0.1:9/items", status: status,
        retryAfter: [retryAfter].compactMap { $0 }))
  }
}

/// One launch. Its queue's part is played step by step, with instants as arguments.
struct Bench {
  static let launch = Launch(
    options: ClientOptions.standard,
    environment: ClientEnvironment(
      endpoint: "http://127.0.0.1:9/items", home: "/nowhere", token: "planted-token"))

  let parts: ClientParts
  private let owner: LeaseOwner

  /// - Parameters:
  ///   - store: What is on the disk; the same one again is the next launch.
  init(
    _ change: ClientChange, on store: any WriteStore = InMemoryWriteStore(),
    sending wire: any WriteSender
  ) throws {
    var parts = try ClientParts.standard(
      name: "bench", options: Self.launch.options, environment: Self.launch.environment)
    parts.store = store
    parts.sender = wire
    try change(&parts, Self.launch)
    self.parts = parts
    owner = LeaseOwner(RandomIdentifier.make())
    try parts.store.syncAll(at: .zero)
  }

  @discardableResult
  func tap(_ body: String = #"{"title":"x","marker":"m1"}"#, at now: QueueInstant = .zero)
    throws -> WriteTask
  {
    try parts.store.insert(
      WriteTask(
        id: TaskID(RandomIdentifier.make()), operation: OperationID(RandomIdentifier.make()),
        key: .random(), body: Array(body.utf8), contentType: "application/json", createdAt: .zero,
        delivery: Delivery(due: now)))
  }

  func claim(at now: QueueInstant) throws -> WriteTask? {
    try parts.store.claim(by: owner, until: now + .seconds(2), at: now)
  }

  /// One whole send of what is due, and its conclusion.
  ///
  /// - Returns: Where the task stands then; `nil` where nothing was due, or the task is gone.
  @discardableResult
  func send(at now: QueueInstant) async throws -> Delivery? {
    guard let task = try claim(at: now) else { return nil }
    let outcome = await parts.sender.send(
      WriteRequest(
        key: task.key, body: task.body, contentType: task.contentType, redirectedTo: nil,
        timeLimit: .seconds(1)))
    let reading = parts.rules.reading(of: outcome, for: task, hops: 0, wall: .zero)
    guard case .ruled(let disposition) = reading else { return nil }
    let retry = RetryDraw(policy: parts.limits.retryPolicy, jitter: 1)
    return try parts.store.apply(
      .ruled(disposition, at: now, retry: retry), to: task.id, under: task.delivery.lease)
  }

  var listed: [TaskListing] { get throws { try parts.store.list() } }

  /// What the client answers to `tasks`, as its harness would have it.
  func lines(of tasks: [TaskLine]) async throws -> [TaskLine]? {
    try await parts.serving(.tasks) { _ in .init(tasks: tasks) }?.tasks
  }
}

extension ClientOptions {
  /// No arguments can't be wrong.
  static let standard: ClientOptions = {
    do {
      return try ClientOptions(arguments: [String]())
    } catch {
      preconditionFailure("no options at all were refused: \(error)")
    }
  }()
}

extension QueueInstant {
  static let zero = seconds(0)
  static func seconds(_ count: Int64) -> QueueInstant { .init(milliseconds: count * 1000) }
}
