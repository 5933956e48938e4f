// Owns: running every client through every scenario. Does not own: in which order (RunQueue), how
// many at once (Throttle), what a scenario is (ScenarioRun) or what the outcomes say (Score).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving

package struct ScoreRun: Sendable {
  package enum Event: Sendable {
    /// Once for each client, when its last scenario has ended.
    case clientEnded(ScoredClient, [Outcome])
    /// At the beginning, when a scenario has ended, and four times a second.
    case moved(ScoreProgress)
  }

  package let table: ScenarioTable
  package let scenarios: [Scenario]
  package let clients: [ScoredClient]
  package let settings: RunSettings
  /// How many scenarios run at once; `settings.jobs` is ignored.
  package let throttle: Throttle
  /// Whether a wrong client that was caught is let go.
  package let isQuick: Bool

  package init(
    table: ScenarioTable, scenarios: [Scenario], clients: [ScoredClient], settings: RunSettings,
    throttle: Throttle, isQuick: Bool
  ) {
    self.table = table
    self.scenarios = scenarios
    self.clients = clients
    self.settings = settings
    self.throttle = throttle
    self.isQuick = isQuick
  }

  private enum Step: Sendable {
    case ended(Cell, Outcome, Duration)
    case ticked(lateness: Duration)
  }

  private static let tick: Duration = .milliseconds(250)

  /// - Parameter told: Never called concurrently with itself.
  /// A cancelled task ends the running scenarios and leaves the others out.
  package func run(told: (Event) -> Void) async -> Score {
    var matrix = ScoreMatrix(self)
    var throttle = throttle
    await withTaskGroup(of: Step.self) { group in
      func beginSome() {
        while !Task.isCancelled, matrix.running.count < matrix.most(throttle),
          let cell = matrix.begin()
        {
          group.addTask { await run(cell) }
        }
      }
      func awaitTick() {
        group.addTask {
          let start = ContinuousClock.now
          // A cancelled sleep ends at once, and no other is started.
          try? await Task.sleep(for: Self.tick, tolerance: .zero)
          return .ticked(lateness: start.duration(to: .now) - Self.tick)
        }
      }
      beginSome()
      told(.moved(matrix.progress))
      awaitTick()
      steps: for await step in group {
        switch step {
        case .ended(let cell, let outcome, let duration):
          matrix.end(cell, outcome, duration)
          if matrix.isOver(cell.client) {
            told(.clientEnded(clients[cell.client], matrix.outcomes[cell.client]))
          }
        case .ticked(let lateness):
          throttle.take(
            lateness: lateness, load: MachineLoad.perProcessor(),
            runningCount: matrix.running.count)
          if !Task.isCancelled { awaitTick() }
        }
        beginSome()
        told(.moved(matrix.progress))
        // The tick that is still awaited has no receiver left; nothing follows it.
        if matrix.running.isEmpty {
          group.cancelAll()
          break steps
        }
      }
    }
    return Score(
      table: table.name, scenarios: scenarios.map(ScoredScenario.init), clients: clients,
      outcomes: matrix.outcomes, isQuick: isQuick)
  }

  private func run(_ cell: Cell) async -> Step {
    let client = clients[cell.client]
    var table = table
    // The scored clients speak lines and state their own limits, whatever the table's client does.
    table.client = ClientSpec(command: client.command)
    let ordinal = cell.client * scenarios.count + cell.scenario + 1
    // A wrong client is late because it is wrong; only a right one has to be protected.
    var settings = settings
    settings.confirmsLateness = client.isRight
    let start = ContinuousClock.now
    let report = await TableRun(table: table, settings: settings)
      .run(scenarios[cell.scenario], ordinal: ordinal)
    return .ended(
      cell, Outcome(report.verdict, role: client.role), start.duration(to: .now))
  }
}

/// The matrix while it fills.
private struct ScoreMatrix {
  private(set) var outcomes: [[Outcome]]
  private(set) var running: [Cell] = []
  private var queue: RunQueue
  private var overCount = 0
  private let run: ScoreRun
  private let start = ContinuousClock.now

  init(_ run: ScoreRun) {
    self.run = run
    outcomes = run.clients.map { _ in run.scenarios.map { _ in .notRun } }
    queue = RunQueue(
      clients: run.clients, scenarioCount: run.scenarios.count, isQuick: run.isQuick)
  }

  mutating func begin() -> Cell? {
    guard let cell = queue.next() else { return nil }
    running.append(cell)
    return cell
  }

  mutating func end(_ cell: Cell, _ outcome: Outcome, _ duration: Duration) {
    running.removeAll { $0 == cell }
    outcomes[cell.client][cell.scenario] = outcome
    queue.ended(cell, outcome, after: duration)
    if queue.isOver(cell.client) { overCount += 1 }
  }

  /// How many may run now.
  func most(_ throttle: Throttle) -> Int { queue.isCalm ? 1 : throttle.limit }

  func isOver(_ client: Int) -> Bool { queue.isOver(client) }

  var progress: ScoreProgress {
    var names: [String] = []
    for cell in running {
      let name = run.clients[cell.client].name
      if !names.contains(name) { names.append(name) }
    }
    let total = run.clients.count * run.scenarios.count
    return ScoreProgress(
      endedCount: total - queue.openCount - running.count, totalCount: total,
      clientsOverCount: overCount, clientCount: run.clients.count, runningCount: running.count,
      runningClients: names, elapsed: start.duration(to: .now))
  }
}
