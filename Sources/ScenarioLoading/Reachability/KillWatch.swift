// Owns: which kills by faults are still to come, while the steps are walked through.

import AcceptanceModel

/// One fault that kills the client.
struct KillWatch {
  /// From 1, as messages count.
  let fault: Int
  let selector: FaultSelector
  /// How often its kill has been awaited.
  var spent = 0
  /// A later send than the first was awaited, so the kill may have come.
  var wasReached = false

  static func all(in faults: [Placed<PlannedFault>]) -> [KillWatch] {
    faults.enumerated().compactMap { index, fault in
      guard case .killClient = fault.value.action else { return nil }
      return KillWatch(fault: index + 1, selector: fault.value.selector)
    }
  }

  /// The operations by which it can come, of those submitted so far; `nil` where none counts.
  func operations(in book: DeclaredOperations) -> [OperationName]? {
    switch selector {
    case .operation(.some(let name), _): book.operations(name)
    case .operation(nil, _), .key: Array(book.origins.keys)
    case .request, .connection: nil
    }
  }

  var ordinals: ClosedRange<Int> {
    switch selector {
    case .operation(_, let range), .key(let range), .request(let range), .connection(let range):
      range
    }
  }

  /// Whether it can still come, if not at once.
  func isPossible(in book: DeclaredOperations) -> Bool {
    guard let operations = operations(in: book) else { return spent < ordinals.count }
    return spent < operations.count * ordinals.count
  }

  /// Whether it may have come by now. A later send than the first is not counted on before a step
  /// has awaited it: when it comes is the client's business.
  func isDue(in book: DeclaredOperations) -> Bool {
    isPossible(in: book) && !book.origins.isEmpty && (ordinals.lowerBound == 1 || wasReached)
  }

  /// The processes that it can hit: those that submitted, or where none of them runs, any.
  func targets(in book: DeclaredOperations, running: [ProcessName]) -> [ProcessName] {
    let operations = operations(in: book) ?? Array(book.origins.keys)
    let submitters = operations.compactMap { book.origins[$0] }.filter(running.contains)
    return submitters.isEmpty ? running : submitters
  }
}
