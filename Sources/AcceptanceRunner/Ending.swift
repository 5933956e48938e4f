// Owns: the orderly end of a scenario: last look, quitting, leftovers, the server's stop.

import AcceptanceModel
import ClientDriving

extension ScenarioRun {
  /// How long a helper of the client's may take to end by itself after the client has.
  private static let helperGrace: Duration = .seconds(1)

  /// Ends everything that the scenario started; afterwards no process of it is alive.
  ///
  /// - Parameter atOnce: Whether somebody waits for the run to stop: the client is killed instead
  ///   of asked, and nothing is judged by it.
  func end(atOnce: Bool) async -> AcceptanceModel.OutputCounts {
    for member in crew.values {
      // A stopped process could neither answer nor quit.
      member.session.signal(.continue)
      // The last look is for the rules; what goes wrong in it stands in the history already.
      if !atOnce, abilities?.contains("tasks") == true { _ = try? await list(member) }
    }
    for member in crew.values {
      if atOnce {
        await kill(member)
      } else {
        do throws(StepsOver) { try await quit(member) } catch { endError = endError ?? error }
      }
    }
    let leftovers = await LeftoverProcesses(folders: folders, runGuard: settings.runGuard)
      .end(grace: Self.helperGrace)
    if leftovers.killedCount > 0 {
      recorder.append(.client(.leftBehind(count: leftovers.killedCount)))
    }
    server.stop()
    var counts = AcceptanceModel.OutputCounts()
    for session in sessions {
      counts.stdoutBytes += session.output.stdoutByteCount
      counts.stderrBytes += session.output.stderrByteCount
      session.close()
    }
    return counts
  }
}
