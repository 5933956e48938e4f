// Owns: which planned faults meet which request or connection, by counting.
// Does not own: what a fault does (ConnectionHandler).

import AcceptanceModel

/// A fault that met its request.
struct MatchedFault: Sendable, Hashable {
  let index: Int
  let fault: PlannedFault
}

struct FaultPlan: Sendable {
  private(set) var faults: [PlannedFault]
  private var next = FaultQueue()
  private var acted: Set<Int> = []
  private var actsAtAccept: [Int: Int] = [:]
  /// Requests and connections of other processes than the client's: selectors do not count them.
  private var foreignRequests: Set<Int> = []
  private var foreignConnections: Set<Int> = []
  private var sends = Tally()
  /// Requests that a fault cut before they were complete: they count where the next send's number
  /// is predicted, or the first send would be cut forever.
  private var cut = Tally()

  private struct Tally: Sendable {
    var byOperation: [OperationName: Int] = [:]
    var byKey: [IdempotencyKey: Int] = [:]

    /// - Returns: How many there are now; 0 without an operation, or a key.
    @discardableResult
    mutating func count(
      _ operation: OperationName?, _ key: IdempotencyKey?
    ) -> (ofOperation: Int, ofKey: Int) {
      (
        operation.map { Self.increment(&byOperation[$0, default: 0]) } ?? 0,
        key.map { Self.increment(&byKey[$0, default: 0]) } ?? 0
      )
    }

    private static func increment(_ count: inout Int) -> Int {
      count += 1
      return count
    }
  }

  init(_ faults: [PlannedFault]) { self.faults = faults }

  /// Whether a fault may act before a request is whole.
  var hasEarlyFaults: Bool { faults.contains { $0.isPossible && $0.point.isBeforeBodyEnd } }

  var hasAcceptFaults: Bool { faults.contains { $0.isPossible && $0.point == .accept } }

  /// - Returns: How many foreign requests there are now.
  mutating func countForeign(_ request: RequestNumber?, _ connection: ConnectionNumber) -> Int {
    if let request { foreignRequests.insert(request.number) }
    foreignConnections.insert(connection.number)
    return foreignRequests.count
  }

  /// Among the client's own, from 1.
  private func ordinal(of request: RequestNumber) -> Int {
    request.number - foreignRequests.count { $0 < request.number }
  }

  private func ordinal(of connection: ConnectionNumber) -> Int {
    connection.number - foreignConnections.count { $0 < connection.number }
  }

  var unreached: [Int] { faults.indices.filter { !acted.contains($0) } }

  mutating func markActed(_ index: Int) { acted.insert(index) }

  /// Faults that wait for the next request, by index.
  var waiting: [Int] { next.waiting }

  /// Each of the faults meets one of the requests to come, in this order, whatever their selectors.
  mutating func meetNext(_ added: [PlannedFault]) {
    next.add(faults.count..<(faults.count + added.count))
    faults += added
  }

  mutating func dropWaiting() { next.dropWaiting() }

  /// The request has ended: what waited for it without success waits for the next one.
  ///
  /// - Parameter isAnswered: The answer is about to be whole; what acts after it may still act.
  mutating func leave(_ request: RequestNumber, isAnswered: Bool = false) {
    if isAnswered, let index = next.index(takenBy: request), faults[index].point == .answerEnd {
      return
    }
    next.leave(request) { acted.contains($0) || faults[$0].point == .idle }
  }

  /// The fault that meets a connection before anything of it was read.
  mutating func faultAtAccept(_ connection: ConnectionNumber, requestCount: Int) -> MatchedFault? {
    if let index = next.take(for: nil, where: { faults[$0].point == .accept }) {
      return MatchedFault(index: index, fault: faults[index])
    }
    for (index, fault) in faults.enumerated()
    where fault.point == .accept && fault.isPossible && !next.contains(index) {
      let number: Int
      switch fault.selector {
      case .connection: number = ordinal(of: connection)
      case .request:
        number = requestCount - foreignRequests.count + actsAtAccept[index, default: 0] + 1
      case .operation, .key: continue
      }
      guard fault.selector.holds(number) else { continue }
      actsAtAccept[index, default: 0] += 1
      return MatchedFault(index: index, fault: fault)
    }
    return nil
  }

  /// The faults that meet a request whose body has not been read.
  mutating func faultsBeforeBody(
    _ request: RequestNumber, _ connection: ConnectionNumber, operation: OperationName?,
    key: IdempotencyKey?
  ) -> [MatchedFault] {
    let sendOfOperation = operation.map {
      sends.byOperation[$0, default: 0] + cut.byOperation[$0, default: 0] + 1
    }
    let sendOfKey = key.map { sends.byKey[$0, default: 0] + cut.byKey[$0, default: 0] + 1 }
    let taken = next.take(for: request) {
      faults[$0].point.isBeforeBodyEnd && faults[$0].point != .accept
    }
    return faults.enumerated().filter { index, fault in
      if next.contains(index) { return index == taken }
      return fault.point.isBeforeBodyEnd && fault.isPossible
        && fault.selector.meets(
          ordinal(of: request), ordinal(of: connection), operation: operation,
          sendOfOperation: sendOfOperation ?? 0,
          sendOfKey: sendOfKey ?? 0)
    }.map(MatchedFault.init)
  }

  mutating func countCut(_ operation: OperationName?, _ key: IdempotencyKey?) {
    cut.count(operation, key)
  }

  /// Counts a complete send; returns its numbers, 0 where it has no operation or key.
  mutating func countSend(
    _ operation: OperationName?, _ key: IdempotencyKey?
  ) -> (ofOperation: Int, ofKey: Int) {
    sends.count(operation, key)
  }

  /// The faults that meet a complete send.
  ///
  /// - Parameter number: The send's number among those of `operation`, from 1; 0 where it has none.
  mutating func faults(
    for send: SendFacts, of operation: OperationName?, number: Int
  ) -> [MatchedFault] {
    guard !faults.isEmpty else { return [] }
    let taken = next.take(for: send.request) { !faults[$0].point.isBeforeBodyEnd }
    return faults.enumerated().filter { index, fault in
      if next.contains(index) { return index == taken }
      return !fault.point.isBeforeBodyEnd
        && fault.selector.meets(
          ordinal(of: send.request), ordinal(of: send.connection), operation: operation,
          sendOfOperation: number,
          sendOfKey: send.sendOfKey)
    }.map(MatchedFault.init)
  }
}

extension FaultSelector {
  fileprivate func holds(_ number: Int) -> Bool {
    switch self {
    case .operation(_, let range), .key(let range), .request(let range), .connection(let range):
      range.contains(number)
    }
  }

  fileprivate func meets(
    _ request: Int, _ connection: Int, operation: OperationName?, sendOfOperation: Int,
    sendOfKey: Int
  ) -> Bool {
    switch self {
    case .operation(let name, let range):
      (name == nil || name == operation) && range.contains(sendOfOperation)
    case .key(let range): range.contains(sendOfKey)
    case .request(let range): range.contains(request)
    case .connection(let range): range.contains(connection)
    }
  }
}
