// Owns: which send of a key is being processed, and who waits for it to be over.

import AcceptanceModel

struct KeyTurns: Sendable {
  enum Turn: Sendable {
    case now
    /// Ask again once this is set.
    case later(WakeUp)
    case refused(status: Int)
  }

  private struct Holder: Sendable {
    let request: RequestNumber
    var waiting: [WakeUp]
  }

  private var holders: [IdempotencyKey: Holder] = [:]

  mutating func take(
    _ key: IdempotencyKey, _ request: RequestNumber, _ manner: ServerSpec.InProgress,
    _ wakeUp: WakeUp
  ) -> Turn {
    guard let holder = holders[key], holder.request != request else {
      if holders[key] == nil { holders[key] = Holder(request: request, waiting: []) }
      return .now
    }
    switch manner {
    case .process: return .now
    case .refuse(let status): return .refused(status: status)
    case .hold:
      holders[key]?.waiting.append(wakeUp)
      return .later(wakeUp)
    }
  }

  mutating func leave(_ request: RequestNumber) {
    for (key, holder) in holders where holder.request == request {
      holders[key] = nil
      for wakeUp in holder.waiting { wakeUp.set() }
    }
  }
}
