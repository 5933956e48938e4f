// Owns: the steps of a run that is interrupted: its script up to the death, then the relaunch and
// the rest of the user's taps.

import AcceptanceModel
import ClientDriving

extension ScenarioRun {
  /// The tracer's words before the client's own, where one is asked for.
  func tracedPrefix() throws(StepFailure) -> [String] {
    guard let crash, let tracing = crash.plan.tracing, !isRecovering || crash.nextIsCall else {
      return []
    }
    do {
      try tracing.prepare(folders)
      return tracing.prefix(folders, killingAt: crash.next)
    } catch {
      throw .error(.clientNotStarted(reason: "its calls cannot be traced", stderrByteCount: 0))
    }
  }

  /// Whether a planned death has come. The tracer's is known before the end of the process is: a step
  /// that sees the client gone must not take it for the client's own doing.
  var isBrokenOff: Bool {
    guard let crash else { return false }
    return crash.isStruck
      || crash.nextIsCall && crash.plan.tracing?.hasReached(in: folders) == true
  }

  /// Until no planned death is left.
  func performInterrupted(
    _ crash: CrashConductor, script: @escaping @Sendable () async -> StepFailure?
  ) async -> StepFailure? {
    var over = await performUntilStruck(crash, script)
    while await isStruck(crash), !Task.isCancelled {
      isRecovering = true
      do throws(StepFailure) { try await completeDeath(crash) } catch { return error }
      // Before the next death is listened for.
      crash.resume()
      over = await performUntilStruck(crash) { [self] in
        do throws(StepFailure) {
          try await recover()
          return nil
        } catch {
          return error
        }
      }
    }
    return over
  }

  /// The tracer's death is known to the runner once the process has been reaped.
  private func isStruck(_ crash: CrashConductor) async -> Bool {
    if crash.nextIsCall, crash.plan.tracing?.hasReached(in: folders) == true {
      _ = await recorder.wait(within: .seconds(30)) { _ in crash.isStruck }
    }
    return crash.isStruck
  }

  private func performUntilStruck(
    _ crash: CrashConductor, _ body: @escaping @Sendable () async -> StepFailure?
  ) async -> StepFailure? {
    let work = Task { await body() }
    crash.whenStruck { [recorder] in
      Task {
        // Each submit under way gets its answer or its process' end first.
        _ = await recorder.wait(within: .seconds(5)) { $0.openSubmits.isEmpty }
        work.cancel()
      }
    }
    return await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
  }

  // MARK: - After the death

  /// Waits until everything that was killed is gone; then the power loss takes what it takes.
  private func completeDeath(_ crash: CrashConductor) async throws(StepFailure) {
    guard isClientDead(in: crash) else { return }
    _ = await recorder.wait(within: .seconds(30)) { $0.running.isEmpty }
    try loseContents(crash)
  }

  private func recover() async throws(StepFailure) {
    let standIn = Task { await self.standInForSteps() }
    defer { standIn.cancel() }
    for instance in crew.values where recorder.live.stopped.contains(instance.launch) {
      recorder.append(.client(.signalled(instance.launch, .continue)))
      instance.session.signal(.continue)
    }
    try await relaunchWhereDead()
    try await performRemainingTaps()
    try await settle()
  }

  private func isClientDead(in crash: CrashConductor) -> Bool {
    if case .fault = crash.plan.points[max(0, crash.reachedCount - 1)] { return false }
    return true
  }

  private func loseContents(_ crash: CrashConductor) throws(StepFailure) {
    if crash.plan.tracing != nil { crash.keep(CallTracing.log(in: folders)) }
    do {
      if let loseContents = crash.plan.loseContents {
        try loseContents(folders)
        powerLossAt = recorder.entries.count
      }
      if crash.plan.tracing != nil {
        try CallTracing.forget(in: folders)
      }
    } catch {
      throw .error(
        .stepImpossible(
          index: scenario.steps.count, reason: "the client's home could not be replaced"))
    }
  }

  private var isServerDown: Bool {
    let changes = recorder.entries.compactMap { entry -> Bool? in
      switch entry.observation {
      case .server(.down): true
      case .server(.up), .server(.listening), .server(.restarted): false
      default: nil
      }
    }
    return changes.last ?? false
  }

  /// No step releases what is held or brings the server up any more, and the scenario's own faults go
  /// on. The fault that kills the client lets its request go on itself.
  private func standInForSteps() async {
    while !Task.isCancelled {
      let seen = recorder.live.serverObservationCount
      if isServerDown { server.bringUp() }
      for request in recorder.live.held where isHeldForStep(request) { server.resume(request) }
      _ = await recorder.wait(within: .seconds(1)) { $0.serverObservationCount != seen }
    }
  }

  private func isHeldForStep(_ request: RequestNumber) -> Bool {
    let fault = recorder.entries.reversed().lazy.compactMap { entry -> Int? in
      guard case .server(.faultActed(let index, request, _)) = entry.observation else {
        return nil
      }
      return index
    }.first
    return fault.map { scenario.faults[$0].action != .killClient } ?? true
  }

  /// A scenario's own fault may kill the client too; each of them once more than once is enough.
  private static let relaunchLimit = 8

  private func relaunchWhereDead() async throws(StepFailure) {
    guard crew[.app] == nil else { return }
    var options = LaunchOptions()
    for case .launch(_, let later) in scenario.steps {
      if later.token == .new { options.token = .new }
      options.clockOffset = later.clockOffset ?? options.clockOffset
    }
    for _ in 0..<Self.relaunchLimit where crew[.app] == nil {
      try await launch(.app, options)
    }
  }

  private func performRemainingTaps() async throws(StepFailure) {
    let index = scenario.steps.count
    for step in scenario.steps {
      try await relaunchWhereDead()
      switch step {
      case .submit(let operation, let body, let count, _) where !isBegun(operation):
        try await perform(.submit(operation, body: body, count: count, in: .app), index: index)
      case .tapAgain(let operation, let original, _) where !isBegun(operation):
        try await perform(.tapAgain(operation, like: original, in: .app), index: index)
      default: continue
      }
    }
  }

  private func isBegun(_ operation: OperationName) -> Bool {
    book.names(operation).contains { book.pages[$0] != nil }
  }

  /// Waits until the client has nothing left to do, and where every answer of the scenario allows it,
  /// until each acknowledged operation is done.
  private func settle() async throws(StepFailure) {
    let index = scenario.steps.count
    let names = recorder.live.acknowledged.sorted { $0.text < $1.text }
    for _ in 0..<Self.relaunchLimit {
      try await relaunchWhereDead()
      if abilities?.contains(.sync) == true, let app = crew[.app] { try await sync(app) }
      do throws(StepFailure) {
        if abilities?.contains(.tasks) != true {
          for name in names where !answersMayStop {
            try await wait(for: .recorded(name), index: index)
          }
        } else {
          try await wait(for: .idle, index: index)
          for name in names where !answersMayStop {
            try await wait(for: .state(name, .done), index: index)
          }
        }
        return
      } catch {
        // The scenario's own fault has killed it.
        guard wasKilledByFault else { throw error }
      }
    }
  }

  private var wasKilledByFault: Bool {
    guard crew[.app] == nil, let last = lastLaunch[.app] else { return false }
    return recorder.live.asked.contains(last)
  }

  /// Whether one of the scenario's answers lets the client stop or pause, or loses what was done.
  private var answersMayStop: Bool {
    let spec = scenario.server ?? table.server
    guard spec.key != .none, spec.firstAnswer == .success, scenario.waivers.isEmpty else {
      return true
    }
    return scenario.faults.contains { fault in
      guard let kind = FaultCatalog.named(fault.kind) else {
        return fault.action.kind == .answer || fault.action.kind == .otherBody
      }
      switch kind.duty {
      case .keep, .complete, .resume: return false
      case .stop, .validate, .pause, .none: return true
      }
    }
      || scenario.steps.contains { step in
        switch step {
        case .damageStore, .retry, .server(.clock), .server(.restart(.lost)): true
        case .launch(_, let options): options.refusesFileWrites
        default: false
        }
      }
  }
}
