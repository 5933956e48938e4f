// Owns: what the fault server has reported, kept for the page in bounds, and who waits for changes.
// Keys and bodies become tokens on arrival: nothing after that holds a client's text.

import AcceptanceModel
import Dispatch
import Evidence
import Synchronization

final class RequestLog: Sendable {
  /// Requests that are kept; older ones are only counted.
  static let requestLimit = 500

  private struct State {
    var seen = Seen()
    /// Faults of the next life, named before the server begins it.
    var coming: [PlannedFault]?
    var waiters: [DispatchSemaphore] = []
    var isClosed = false
  }

  private let redactor: Redactor
  private let clock: @Sendable () -> Duration
  private let settled: @Sendable (SeenRequest) -> Void
  private let telling = DispatchQueue(label: "acceptance.serve.settled")
  private let state = Mutex(State())

  init(
    redactor: Redactor, clock: @escaping @Sendable () -> Duration,
    settled: @escaping @Sendable (SeenRequest) -> Void
  ) {
    self.redactor = redactor
    self.clock = clock
    self.settled = settled
  }

  var seen: Seen { state.withLock { $0.seen } }

  /// Called under the fault server's lock.
  func observe(_ observation: ServerObservation) {
    let over = state.withLock { state in
      let over = take(observation, &state)
      Self.tell(&state)
      return over
    }
    // A terminal may block; the server must not.
    if let over { telling.async { [settled] in settled(over) } }
  }

  func plan(_ faults: [PlannedFault]) { state.withLock { Self.begin(faults, &$0) } }

  /// The faults that hold from the next `.listening` on.
  func planNext(_ faults: [PlannedFault]) { state.withLock { $0.coming = faults } }

  func add(_ kinds: [String]) { state.withLock { $0.seen.faults += kinds } }

  /// Something changed that the server does not report.
  func touch() { state.withLock { Self.tell(&$0) } }

  /// Waits until the revision is another one than `revision`, or the limit has expired.
  ///
  /// - Returns: The revision now.
  func wait(for revision: Int, within limit: DispatchTimeInterval) -> Int {
    let news = DispatchSemaphore(value: 0)
    let mustWait = state.withLock { state in
      guard state.seen.revision == revision, !state.isClosed else { return false }
      state.waiters.append(news)
      return true
    }
    if mustWait, news.wait(timeout: .now() + limit) == .timedOut {
      state.withLock { state in state.waiters.removeAll { $0 === news } }
    }
    return seen.revision
  }

  /// Returns when everything that was observed has been reported.
  func tellAll() { telling.sync {} }

  /// Nothing waits any more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      Self.tell(&state)
    }
  }

  private static func tell(_ state: inout State) {
    state.seen.revision += 1
    for waiter in state.waiters { waiter.signal() }
    state.waiters = []
  }

  private static func begin(_ faults: [PlannedFault], _ state: inout State) {
    let revision = state.seen.revision
    state.seen = Seen(
      revision: revision, isOnline: true, faults: faults.map(\.kind), plannedCount: faults.count,
      selectors: faults.map(\.selector.words))
  }
}

extension RequestLog {
  /// - Returns: The request that this observation ends.
  private func take(_ observation: ServerObservation, _ state: inout State) -> SeenRequest? {
    switch observation {
    case .listening:
      if let coming = state.coming { Self.begin(coming, &state) }
      state.coming = nil
      state.seen.isOnline = true
    case .down: state.seen.isOnline = false
    case .up, .restarted: state.seen.isOnline = true
    case .connected: state.seen.connectionCount += 1
    // A person serves whoever comes.
    case .recordsLost, .clockMoved, .foreign, .answerBroken, .strayAnswered, .other: break
    case .arrived(let facts): change(facts.request, facts.connection, &state) { fill(&$0, facts) }
    case .partial(let request, let connection, let bodyBytes):
      return change(request, connection, &state) { seen in
        seen.kind = .partial
        seen.size = SizeBucket(byteCount: bodyBytes)
        seen.outcome = .cut
      }
    case .strayed(let request, let connection, let kind):
      return change(request, connection, &state) { seen in
        seen.kind = .stray(kind)
        seen.outcome = .ended(.closed)
      }
    case .followedRedirect(let request, let connection, let redirectedData):
      return change(request, connection, &state) { seen in
        seen.kind = .elsewhere(redirectedData)
        seen.operation = redirectedData.operation.map { PlainText.visible($0.text) }
        seen.size = SizeBucket(byteCount: redirectedData.bodyByteCount)
        seen.outcome = .ended(.closed)
      }
    case .committed(let record, let request), .recordReplaced(let record, let request):
      change(request, nil, &state) { $0.record = record.number }
    case .faultActed(let index, let request?, let connection):
      let kind = state.seen.faults.indices.contains(index) ? state.seen.faults[index] : "?"
      change(request, connection, &state) { $0.faults.append(kind) }
    case .faultActed(_, nil, _): break
    case .held(let request):
      change(request, nil, &state) { seen in
        seen.isHeld = true
        seen.outcome = .held
      }
    case .released(let request):
      change(request, nil, &state) { seen in
        seen.isHeld = false
        if seen.outcome == .held { seen.outcome = .underWay }
      }
    case .answered(let request, let facts):
      return change(request, nil, &state) { $0.outcome = .answered(facts) }
    case .ended(let request, let end):
      return change(request, nil, &state) { $0.outcome = .ended(end) }
    }
    return nil
  }

  private func fill(_ seen: inout SeenRequest, _ facts: SendFacts) {
    seen.kind = .send
    seen.key = facts.key.key.map { SeenKey($0, by: redactor) }
    if case .invalid(_, let flaw) = facts.key { seen.flaw = flaw }
    seen.operation = facts.attribution.operation.map { PlainText.visible($0.text) }
    seen.sendOfKey = facts.sendOfKey
    seen.size = SizeBucket(byteCount: facts.body.byteCount)
    seen.body = redactor.token("body", facts.body.digest.utf8)
  }

  /// - Parameter connection: `nil` where the request must be known already.
  @discardableResult
  private func change(
    _ number: RequestNumber, _ connection: ConnectionNumber?, _ state: inout State,
    _ change: (inout SeenRequest) -> Void
  ) -> SeenRequest? {
    if let index = state.seen.requests.lastIndex(where: { $0.number == number }) {
      change(&state.seen.requests[index])
      return state.seen.requests[index]
    }
    guard let connection else { return nil }
    var seen = SeenRequest(number: number, connection: connection, at: clock())
    change(&seen)
    state.seen.requests.append(seen)
    if state.seen.requests.count > Self.requestLimit {
      state.seen.requests.removeFirst()
      state.seen.droppedCount += 1
    }
    return seen
  }
}
