// Owns: what became of one operation, gathered from a scenario's history: for tables and diagrams.
// Judges nothing.

import AcceptanceModel

struct OperationTrace: Sendable {
  struct Send: Sendable {
    let request: RequestNumber
    /// The n-th distinct key of the scenario, from 1; `nil` without a key.
    let keyOrdinal: Int?
    /// `200`, `503, cut`, `reset`; `open` where nothing was seen of its end.
    var answer = "open"
  }

  /// `nil` for sends that belong to no operation.
  let operation: OperationName?
  /// Tokens, in the order in which they were seen.
  var tasks: [String] = []
  var keys: [String] = []
  var sends: [Send] = []
  var recordCount = 0

  /// In the order of submission; sends of no operation last.
  static func traces(of history: History) -> [OperationTrace] {
    var book = TraceBook()
    for entry in history.entries { book.note(entry.observation) }
    return book.traces
  }
}

/// Collects traces while the history is read once.
private struct TraceBook {
  private var order: [OperationName?] = []
  private var byOperation: [OperationName?: OperationTrace] = [:]
  private var owner: [RequestNumber: OperationName?] = [:]
  private var keyOrdinals: [IdempotencyKey: Int] = [:]

  var traces: [OperationTrace] {
    let sorted = order.filter { $0 != nil } + order.filter { $0 == nil }
    return sorted.compactMap { byOperation[$0] }
  }

  mutating func note(_ observation: Observation) {
    switch observation {
    case .client(.submitted(let operation, _, _)): change(operation) { _ in }
    case .client(.acknowledged(let operation, _, let task, let key)):
      change(operation) { trace in
        trace.tasks.appendOnce(task.text)
        if let key { trace.keys.appendOnce(key.text) }
      }
    case .server(.arrived(let send)): note(send)
    case .server(.committed(_, let request)): change(request) { $0.recordCount += 1 }
    case .server(.answered(let request, let answer)):
      let delivery = answer.delivery == .full ? "" : ", \(answer.delivery.rawValue)"
      end(request, "\(answer.status)\(delivery)")
    case .server(.ended(let request, let end)): self.end(request, end.words)
    default: break
    }
  }

  private mutating func note(_ send: SendFacts) {
    let operation = send.attribution.operation
    owner[send.request] = operation
    let ordinal = send.key.key.map { key in
      let ordinal = keyOrdinals[key] ?? keyOrdinals.count + 1
      keyOrdinals[key] = ordinal
      return ordinal
    }
    change(operation) { trace in
      trace.sends.append(OperationTrace.Send(request: send.request, keyOrdinal: ordinal))
      if let key = send.key.key { trace.keys.appendOnce(key.text) }
    }
  }

  private mutating func end(_ request: RequestNumber, _ words: String) {
    change(request) { trace in
      guard let index = trace.sends.firstIndex(where: { $0.request == request }),
        trace.sends[index].answer == "open"
      else { return }
      trace.sends[index].answer = words
    }
  }

  private mutating func change(
    _ request: RequestNumber, _ change: (inout OperationTrace) -> Void
  ) {
    guard let operation = owner[request] else { return }
    self.change(operation, change)
  }

  private mutating func change(
    _ operation: OperationName?, _ change: (inout OperationTrace) -> Void
  ) {
    if byOperation[operation] == nil { order.append(operation) }
    change(&byOperation[operation, default: OperationTrace(operation: operation)])
  }
}

extension Array where Element: Equatable {
  fileprivate mutating func appendOnce(_ element: Element) {
    if !contains(element) { append(element) }
  }
}
