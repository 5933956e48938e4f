// Owns: a run in progress: scenarios, console and reports kept in step, and the exit status.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import Reporting
import Synchronization

final class RunProgress: Sendable {
  private let plan: RunPlan
  private let session: ReportSession
  private let folder: RunFolder
  /// Ended here, when it has nothing left to remove.
  private let guardian: RunReaper?
  private let console: Mutex<LogSinks>
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let output: Mutex<ShownOutput>
  private let begunCount = Mutex(0)
  private let isOverdue = Mutex(false)
  /// The first thing that went wrong with the reports; the run ends with it.
  private let trouble = Mutex<ReportError?>(nil)

  init(plan: RunPlan, session: ReportSession, folder: RunFolder, guardian: RunReaper?) {
    self.plan = plan
    self.session = session
    self.folder = folder
    self.guardian = guardian
    console = Mutex(plan.sinks.log)
    output = Mutex(ShownOutput(withheld: Array(plan.table.client.environment.values)))
    start = clock.now
  }

  func run() async throws -> ExitCode {
    Console.remember()
    show(
      .began(
        table: plan.table.name, scenarios: plan.selected.map(\.id),
        command: plan.command, selection: plan.selectionCommand))
    let work = Task { await self.runScenarios() }
    let interruption = SignalHandler { work.cancel() }
    let alarm = Task { try await self.endOverdue(work) }
    let question = ProgressSignal { self.show(.asked(elapsed: self.elapsed)) }
    defer { question.end() }
    let ticker = Task { await self.tick() }
    await work.value
    alarm.cancel()
    ticker.cancel()
    if isOverdue.withLock({ $0 }) { leaveOutRest() }
    if plan.keepsFolders { guardian?.keepFolder() }
    // The search takes a while on a large table, and a run can be killed during it too: the guard
    // goes last, when it has nothing left to remove.
    let leftovers = await RunOrphans.end(folder: folder.path)
    let status = Result { try finish(interrupted: interruption.happened) }
    let remains = plan.keepsFolders ? nil : folder.remove()
    await guardian?.end()
    let troubles = leftovers.sentences + [remains.map { "\($0)" }].compactMap(\.self)
    for trouble in troubles { Console.complain("acceptance: \(trouble)") }
    let code = try status.get()
    return code == .passed && !leftovers.sentences.isEmpty ? .inconclusive : code
  }

  private func runScenarios() async {
    var settings = RunSettings(
      jobs: plan.jobs, seed: plan.facts.seed, scenarioLimit: plan.scenarioLimit,
      folder: folder.path, programFolder: plan.programFolder,
      ambient: ProcessInfo.processInfo.environment, runReaper: guardian,
      keepsFolders: plan.keepsFolders, drivers: plan.drivers)
    if plan.showsOutput {
      settings.outputSink = { chunk in
        self.showLocally(self.output.withLock { $0.lines(of: chunk) })
      }
    }
    guard await startsOnce(settings) else { return }
    await TableRun(table: plan.table, settings: settings).run(
      plan.selected,
      began: { id in
        begunCount.withLock { $0 += 1 }
        session.began(id)
        show(.scenarioBegan(id, at: elapsed))
      },
      ended: { take($0) })
  }

  private var elapsed: Duration { start.duration(to: clock.now) }

  // MARK: - The end of the run's time

  private func endOverdue(_ work: Task<Void, Never>) async throws {
    guard let limit = plan.maxDuration else { return }
    try await Task.sleep(until: start.advanced(by: limit))
    isOverdue.withLock { $0 = true }
    Console.complain("acceptance: \(overdueReason); stopping…")
    work.cancel()
  }

  private var overdueReason: Message {
    "the run's time (--max-duration \(plan.maxDuration?.components.seconds ?? 0)) was over"
  }

  private func leaveOutRest() {
    leaveOut(
      Array(plan.selected.dropFirst(begunCount.withLock { $0 })),
      because: .notRun(reason: overdueReason))
  }

  // MARK: - Scenarios

  /// Starts the client once: what would stop every scenario in the same way is reported once.
  private func startsOnce(_ settings: RunSettings) async -> Bool {
    guard !plan.selected.isEmpty else { return false }
    switch await ClientStart(table: plan.table, settings: settings).run() {
    case .greeted: return true
    case .interrupted: return false
    case .failed(let failure):
      begunCount.withLock { $0 = plan.selected.count }
      let message = StartMessage(
        failure: failure, origin: plan.origin, client: plan.table.client)
      Console.complain(session.shown(message.text))
      leaveOut(plan.selected, because: failure.error(plan.origin))
      return false
    }
  }

  /// Puts into every report that these scenarios were not run, and why.
  private func leaveOut(_ scenarios: [Scenario], because error: RunnerError) {
    for scenario in scenarios {
      var report = ScenarioReport(scenario: scenario)
      report.verdict = .error(error)
      do throws(ReportError) {
        try session.ended(report)
      } catch {
        trouble.withLock { $0 = $0 ?? error }
        return
      }
    }
  }

  /// - Returns: Whether further scenarios may begin.
  private func take(_ report: ScenarioReport) -> Bool {
    if plan.showsOutput { showLocally(output.withLock { $0.finish(report.id) }) }
    var report = judgedStrictly(report)
    if report.verdict == .error(.interrupted), isOverdue.withLock({ $0 }) {
      report.verdict = .error(.notRun(reason: overdueReason + " before it ended"))
    }
    report.verdict = report.verdict.expecting(plan.table.knownFailures, of: report.id)
    do throws(ReportError) {
      let redacted = try session.ended(report)
      show(.scenarioEnded(redacted))
    } catch {
      trouble.withLock { $0 = $0 ?? error }
      return false
    }
    switch report.verdict {
    case .failed, .flaky: return !plan.isFailFast
    case .notFinished, .passed, .knownFailure, .error, .skipped: return true
    }
  }

  /// With `--require-all` a skipped scenario is a failed one.
  private func judgedStrictly(_ report: ScenarioReport) -> ScenarioReport {
    guard plan.requiresAll, case .skipped(let reason) = report.verdict else { return report }
    var report = report
    report.verdict = .failed([
      Finding(
        code: .abilityMissing, operation: nil, sentence: reason, proof: [])
    ])
    return report
  }

  private func finish(interrupted: Bool) throws -> ExitCode {
    let elapsed = elapsed
    // The real end is rendered below, of a summary that knows what the search found.
    let log = console.withLock { $0 }
    let summary = try session.finish(interrupted: interrupted, console: Console.transcript) {
      log.ending($0, elapsed: elapsed)
    }
    show(.ended(summary, elapsed: elapsed))
    if summary.leaks?.isLeak != true { PageFile.add(log.pages(summary)) }
    if !plan.style.isQuiet { Console.print("seed      \(plan.facts.seed)") }
    if plan.keepsFolders { Console.print("kept      \(folder.path)") }
    if let error = trouble.withLock({ $0 }) {
      Console.complain("acceptance: \(error)")
      return .inconclusive
    }
    if plan.selected.isEmpty {
      Console.complain(
        "acceptance: --only, --skip and --shard leave no scenario of \(plan.table.name); "
          + "acceptance list \(plan.path) prints them")
    }
    let status = ExitCode.of(summary)
    return interrupted && status != .leaked ? .interrupted : status
  }

  /// How often it is said what is running where no line is drawn again.
  private static let quietTime = Duration.seconds(30)

  /// Keeps the live line's clock going on a terminal; elsewhere says from time to time what is
  /// waited for.
  private func tick() async {
    guard plan.style.isLive else {
      while !plan.style.isQuiet, (try? await Task.sleep(for: Self.quietTime)) != nil {
        for text in console.withLock({ $0.render(.asked(elapsed: elapsed)) }) {
          Console.write(session.shown("acceptance: " + text), to: .standardError)
        }
      }
      return
    }
    while (try? await Task.sleep(for: .milliseconds(200))) != nil {
      show(.tick(elapsed: elapsed))
    }
  }

  private func show(_ event: RunEvent) {
    // Written under the lock: two texts never mix on the terminal.
    console.withLock { console in
      for text in console.render(event) {
        // The live line holds ids alone, five times a second.
        if case .tick = event { Console.draw(text) } else { Console.write(session.shown(text)) }
      }
    }
  }

  /// What clients print is not remembered: planted secrets have been left out of it, and there may
  /// be much of it.
  private func showLocally(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    console.withLock { console in
      for text in console.render(.lines(lines)) { Console.draw(RedactedPath.of(text)) }
    }
  }
}
