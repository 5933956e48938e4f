// Owns: a sender whose outcomes the test decides, one send at a time.

import OfflineQueue
import Synchronization

/// Holds every send until the test answers it.
final class ScriptedSender: WriteSender {
  struct Send: Sendable {
    let request: WriteRequest
    fileprivate let answer: @Sendable (SendOutcome) -> Void
    func end(_ outcome: SendOutcome) { answer(outcome) }
  }

  private struct Contents {
    var waiting: [Int: CheckedContinuation<SendOutcome, Never>] = [:]
    var aborted: Set<Int> = []
    var nextID = 0
    var underWay = 0
    var most = 0
  }

  private let contents = Mutex(Contents())
  private let arrivals: AsyncStream<Send>
  private let arrive: AsyncStream<Send>.Continuation

  init() { (arrivals, arrive) = AsyncStream.makeStream(of: Send.self) }

  /// The most sends that were under way at once.
  var most: Int { contents.withLock { $0.most } }
  var underWay: Int { contents.withLock { $0.underWay } }

  /// The next send, in the order of their beginnings; waits for one.
  func next() async throws -> Send {
    for await send in arrivals { return send }
    throw CancellationError()
  }

  func send(_ request: WriteRequest) async -> SendOutcome {
    let id = contents.withLock { contents in
      contents.nextID += 1
      contents.underWay += 1
      contents.most = max(contents.most, contents.underWay)
      return contents.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAborted = contents.withLock { contents in
          if contents.aborted.contains(id) { return true }
          contents.waiting[id] = continuation
          return false
        }
        if isAborted {
          continuation.resume(returning: .unknown(.aborted))
        } else {
          arrive.yield(Send(request: request) { [self] outcome in end(id, outcome) })
        }
      }
    } onCancel: {
      _ = contents.withLock { $0.aborted.insert(id) }
      end(id, .unknown(.aborted))
    }
  }

  private func end(_ id: Int, _ outcome: SendOutcome) {
    let continuation = contents.withLock { contents in
      let continuation = contents.waiting.removeValue(forKey: id)
      if continuation != nil { contents.underWay -= 1 }
      return continuation
    }
    continuation?.resume(returning: outcome)
  }
}

extension SendOutcome {
  static let success = SendOutcome.answered(.sample(201, #"{"id":1}"#))
  static func status(_ status: Int, retryAfter: [String] = []) -> SendOutcome {
    .answered(.sample(status, retryAfter: retryAfter))
  }
}
