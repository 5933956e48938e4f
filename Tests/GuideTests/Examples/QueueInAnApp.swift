// Owns: the code that the guide "OfflineQueue in an app" shows. It is compiled; nothing calls it.

import AcceptanceHook
import Foundation
import OfflineQueue
import OfflineQueueCURL
import OfflineQueueSQLite

final class Tickets: Sendable {
  private let store: SQLiteWriteStore
  private let queue: OfflineQueue

  init(folder: URL, endpoint: String, token: @escaping @Sendable () -> String?) throws {
    store = SQLiteWriteStore(path: folder.appendingPathComponent("tickets.sqlite3").path)
    queue = OfflineQueue(
      store: store,
      sender: try CURLWriteSender(endpoint: endpoint, options: .init(bearerToken: token)),
      limits: try QueueLimits(retryCap: .seconds(30), responseTimeout: .seconds(20)))
  }

  /// At each launch, before the first screen: pending tasks resume.
  func open() async { await queue.start() }

  /// A tap on *New*. Once it returns, the ticket survives any crash.
  func add(title: String) async throws -> TaskID {
    let body = try JSONEncoder().encode(["title": title])
    return try await queue.enqueue(Array(body)).id
  }

  /// Back online, in front again, or a background refresh.
  func wake() async { await queue.sync() }

  /// For the list: what has stopped stays there with its reason until the user decides.
  func all() async throws -> [TaskListing] { try await queue.tasks() }
}

extension Tickets {
  /// Before the app is suspended: nothing more is sent, and no lock is held.
  func suspend() async {
    await queue.stop()
    store.release()
  }

  /// For a folder of an app whose files are otherwise unreadable while the device is locked.
  static func makeReadableWhileLocked(_ folder: URL) throws {
    #if os(iOS)
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: folder.path)
    #endif
  }
}

extension Tickets {
  /// What the acceptance tests drive, in debug builds.
  func hooked() -> AppHook {
    AppHook(
      name: "tickets/1.0",
      limits: .init(retryCapMs: 30_000, responseTimeoutMs: 20_000, leaseMs: 60_000),
      submit: { body in
        .init(task: try await self.queue.enqueue(Array(body)).id.text)
      },
      tasks: {
        try await self.all().map { task in
          .init(
            task: task.id.text, state: .init(task.status),
            diagnosis: task.diagnosis.map { "\($0)" })
        }
      },
      sync: { await self.wake() })
  }
}

extension AppHook.Task.State {
  init(_ status: TaskStatus) {
    switch status {
    case .pending: self = .pending
    case .sending: self = .sending
    case .paused: self = .paused
    case .done: self = .done
    case .stopped: self = .stopped
    }
  }
}
