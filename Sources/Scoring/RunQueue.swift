// Owns: which scenario of which client runs next. Does not own: how many at once (Throttle) or
// running them (ScoreRun).

import AcceptanceModel

/// One scenario of one client, by their indices.
struct Cell: Sendable, Hashable {
  let client: Int
  let scenario: Int
}

/// All cells that have not begun, over all clients.
///
/// The whole matrix goes client by client, so that each can be reported in turn, and within a
/// client the longest scenarios first, as far as others have shown how long they take: what begins
/// last ends soon. A quick run asks each wrong client one scenario at a time, the likeliest to
/// catch it first, since all the others fall away once one has.
struct RunQueue: Sendable {
  private let clients: [ScoredClient]
  private let isQuick: Bool
  /// Scenarios of each client that have not begun, in the table's order.
  private var open: [[Int]]
  private var runningCounts: [Int]
  /// Inconclusive cells, to be run once more when all else has ended: most
  /// such errors come from a busy machine, and by then it is less busy.
  private var postponed: [Cell] = []
  private var isLastRound = false
  private var times: [Int: (sum: Duration, count: Int)] = [:]
  /// How many clients each scenario has caught by each code.
  private var catches: [Int: [FindingCode: Int]] = [:]

  init(clients: [ScoredClient], scenarioCount: Int, isQuick: Bool) {
    self.clients = clients
    self.isQuick = isQuick
    open = clients.map { _ in Array(0..<scenarioCount) }
    runningCounts = clients.map { _ in 0 }
  }

  /// Cells that have not begun, or are to begin once more.
  var openCount: Int { open.reduce(0) { $0 + $1.count } + postponed.count }

  /// Whether nothing is left but what is run once more: few at a time, or it is late again.
  var isCalm: Bool { isLastRound }

  /// Whether nothing of this client's runs or is still to run.
  func isOver(_ client: Int) -> Bool {
    open[client].isEmpty && runningCounts[client] == 0
      && !postponed.contains { $0.client == client }
  }

  /// The next one, which from now on runs; `nil` where none can begin now.
  mutating func next() -> Cell? {
    if !isLastRound, open.allSatisfy(\.isEmpty), runningCounts.allSatisfy({ $0 == 0 }) {
      isLastRound = true
    }
    if isLastRound {
      guard !postponed.isEmpty else { return nil }
      let cell = postponed.removeFirst()
      runningCounts[cell.client] += 1
      return cell
    }
    guard let client = nextClient, let place = nextPlace(client) else { return nil }
    runningCounts[client] += 1
    return Cell(client: client, scenario: open[client].remove(at: place))
  }

  mutating func ended(_ cell: Cell, _ outcome: Outcome, after duration: Duration) {
    runningCounts[cell.client] -= 1
    let before = times[cell.scenario] ?? (.zero, 0)
    times[cell.scenario] = (before.sum + duration, before.count + 1)
    if case .inconclusive = outcome, !isLastRound { postponed.append(cell) }
    guard case .caught(let codes) = outcome else { return }
    for code in codes { catches[cell.scenario, default: [:]][code, default: 0] += 1 }
    if isQuick {
      open[cell.client] = []
      postponed.removeAll { $0.client == cell.client }
    }
  }

  private var nextClient: Int? {
    let candidates = clients.indices.filter { !open[$0].isEmpty }
    guard isQuick else { return candidates.first }
    // Right clients fill what those that must be asked one thing after the other leave free.
    return candidates.first { !clients[$0].isRight && runningCounts[$0] == 0 }
      ?? candidates.first { clients[$0].isRight }
      ?? candidates.min { runningCounts[$0] < runningCounts[$1] }
  }

  private func nextPlace(_ client: Int) -> Int? {
    let scenarios = open[client]
    // The first of equals.
    return scenarios.indices.max { left, right in
      rank(scenarios[left], for: client) < rank(scenarios[right], for: client)
    }
  }

  private func rank(_ scenario: Int, for client: Int) -> Double {
    if isQuick, case .wrong(let codes) = clients[client].role {
      return Double(codes.reduce(0) { $0 + (catches[scenario]?[$1] ?? 0) })
    }
    // What has not been run yet may be the longest.
    return times[scenario].map { $0.sum / Double($0.count) / .seconds(1) } ?? .infinity
  }
}
