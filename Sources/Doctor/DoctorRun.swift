// Owns: making all checks, each within its time. Does not own: any of them (Checks).

import ClientDriving

package enum DoctorRun {
  /// - Parameter checks: `nil`: all that there are.
  /// Runs the checks one after the other and reports each finding as it is made.
  ///
  /// - Returns: Whether there was no trouble. A cancelled task ends with the check under way.
  package static func run(
    on context: DoctorContext, checks: [any HealthCheck]? = nil,
    told: (HealthFinding) -> Void
  ) async -> Bool {
    var isSound = true
    for check in checks ?? HealthCheckCatalog.all(for: context) where !Task.isCancelled {
      for finding in await findings(of: check, context) {
        told(finding)
        isSound = isSound && !finding.isTrouble
      }
    }
    return isSound
  }

  /// A check that hangs is left behind and said so.
  private static func findings(of check: any HealthCheck, _ context: DoctorContext) async
    -> [HealthFinding]
  {
    let limit = check.limit(for: context)
    let (results, result) = AsyncStream.makeStream(of: [HealthFinding].self)
    let work = Task { result.yield(await check.findings(for: context)) }
    let alarm = Task {
      do { try await Task.sleep(for: limit) } catch { return }
      result.yield([
        .trouble(
          check.subject, "the check did not end within \(limit)",
          fix: "what it asks hangs; make it answer by hand first")
      ])
    }
    defer {
      alarm.cancel()
      work.cancel()
    }
    for await findings in results { return findings }
    // Interrupted: what the check has started is ended before anybody leaves.
    work.cancel()
    _ = await work.value
    return []
  }
}
