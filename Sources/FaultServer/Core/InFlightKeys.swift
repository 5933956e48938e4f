// Owns: which send of a key is being processed, and who waits for it to be over.

import AcceptanceModel

struct InFlightKeys: Sendable {
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

  /// All of the keys or none: two batches that had a part each would wait for each other forever.
  mutating func take(
    _ keys: [IdempotencyKey], _ request: RequestNumber, _ manner: ServerSpec.InProgress,
    _ wakeUp: WakeUp
  ) -> Turn {
    let busy = keys.first { key in holders[key].map { $0.request != request } ?? false }
    switch manner {
    case .refuse(let status) where busy != nil: return .refused(status: status)
    case .hold where busy != nil:
      if let busy { holders[busy]?.waiting.append(wakeUp) }
      return .later(wakeUp)
    case .process, .refuse, .hold:
      for key in keys where holders[key] == nil {
        holders[key] = Holder(request: request, waiting: [])
      }
      return .now
    }
  }

  mutating func leave(_ request: RequestNumber) {
    for (key, holder) in holders where holder.request == request {
      holders[key] = nil
      for wakeUp in holder.waiting { wakeUp.set() }
    }
  }
}
