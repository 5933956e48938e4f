// Owns: counting the points that a run passes, and which of them is the planned one.

import FaultServer

struct CrashPassages: Sendable {
  enum Event: Sendable, Hashable {
    case server(ServerMoment)
    case command(String, CommandMoment)
    /// The tracer has counted by itself.
    case call
    case fault
  }

  private let points: [CrashPoint]
  private var counts: [Event: Int] = [:]
  private(set) var reachedCount = 0
  /// A death has come whose recovery has not begun.
  private(set) var isStruck = false
  /// Before the first death.
  private(set) var passed: [CrashPoint] = []

  init(points: [CrashPoint] = []) { self.points = points }

  var next: CrashPoint? {
    points.indices.contains(reachedCount) ? points[reachedCount] : nil
  }

  /// - Returns: Whether this is the planned point.
  mutating func pass(_ event: Event) -> Bool {
    // What a dying client still does is no point of its own.
    guard !isStruck else { return false }
    counts[event, default: 0] += 1
    let number = counts[event, default: 0]
    if reachedCount == 0, let point = event.point(number: number) { passed.append(point) }
    guard next?.isMet(by: event, number: number) == true else { return false }
    reachedCount += 1
    isStruck = true
    return true
  }

  mutating func resume() {
    isStruck = false
    counts = [:]
  }
}

extension CrashPassages.Event {
  fileprivate func point(number: Int) -> CrashPoint? {
    switch self {
    case .server(let moment): .server(moment, number: number)
    // The runner looks at the list again and again; the first look represents all of them.
    case .command("tasks", _) where number > 1: nil
    case .command(let verb, let moment): .command(verb, moment, number: number)
    case .call, .fault: nil
    }
  }
}

extension CrashPoint {
  package var isCall: Bool {
    switch self {
    case .call, .sync: true
    case .server, .command, .fault: false
    }
  }

  fileprivate func isMet(by event: CrashPassages.Event, number: Int) -> Bool {
    switch (self, event) {
    case (.server(let moment, let wanted), .server(let seen)): moment == seen && wanted == number
    case (.command(let verb, let moment, let wanted), .command(let seen, let at)):
      verb == seen && moment == at && wanted == number
    case (.call, .call), (.sync, .call), (.fault, .fault): true
    case (.server, _), (.command, _), (.call, _), (.sync, _), (.fault, _): false
    }
  }
}
