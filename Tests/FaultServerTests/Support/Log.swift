// Owns: the server's observations, and waiting for one.

import AcceptanceModel
import Foundation

final class Log: @unchecked Sendable {
  /// Guards `entries`.
  private let condition = NSCondition()
  private var entries: [ServerObservation] = []

  var all: [ServerObservation] { condition.withLock { entries } }

  func append(_ observation: ServerObservation) {
    condition.withLock {
      entries.append(observation)
      condition.broadcast()
    }
  }

  /// Waits until the log satisfies the condition; `false` after ten seconds.
  func wait(until isTrue: ([ServerObservation]) -> Bool) -> Bool {
    // Patience, not a measure: what is awaited comes, however busy the machine is.
    let deadline = Date(timeIntervalSinceNow: 60)
    return condition.withLock {
      while !isTrue(entries) {
        if !condition.wait(until: deadline) { return isTrue(entries) }
      }
      return true
    }
  }

  func waitFor(_ observation: ServerObservation) -> Bool {
    wait { $0.contains(observation) }
  }
}

extension [ServerObservation] {
  var committedCount: Int {
    count { if case .committed = $0 { true } else { false } }
  }

  var sends: [SendFacts] {
    compactMap { if case .arrived(let facts) = $0 { facts } else { nil } }
  }

  /// How the requests ended, in order.
  var ends: [RequestEnd] {
    compactMap { if case .ended(_, let end) = $0 { end } else { nil } }
  }

  var answers: [AnswerFacts] {
    compactMap { if case .answered(_, let facts) = $0 { facts } else { nil } }
  }

  /// Words for the order of what happened, e.g. `arrived 1`.
  var words: [String] {
    map { observation in
      switch observation {
      case .listening: "listening"
      case .down: "down"
      case .up: "up"
      case .restarted(let records): "restarted \(records)"
      case .connected(let number): "connected \(number.number)"
      case .arrived(let facts): "arrived \(facts.request.number)"
      case .partial(let request, _, let bytes): "partial \(request.number) \(bytes)"
      case .strayed(let request, _, let kind): "strayed \(request.number) \(kind)"
      case .answerBroken(let request, let broken): "broken \(request.number) \(broken.defect)"
      case .strayAnswered(let request, let status): "strayAnswered \(request.number) \(status)"
      case .foreign(let request, _, let sender): "foreign \(request.number) \(sender)"
      case .followedRedirect(let request, _, _): "followed \(request.number)"
      case .committed(let record, let request): "committed \(record.number) \(request.number)"
      case .recordReplaced(let record, let request):
        "replaced \(record.number) \(request.number)"
      case .recordsLost: "lost"
      case .clockMoved(let duration): "later \(duration.components.seconds)"
      case .faultActed(let index, let request, _):
        "fault \(index) \(request.map { "\($0.number)" } ?? "-")"
      case .held(let request): "held \(request.number)"
      case .released(let request): "released \(request.number)"
      case .answered(let request, let facts): "answered \(request.number) \(facts.status)"
      case .ended(let request, let end): "ended \(request.number) \(end)"
      case .other(let other): "\(other)"
      }
    }
  }
}
