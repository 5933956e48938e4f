// Owns: the orderly end of a scenario: last look, quitting, leftovers, the server's stop.

import AcceptanceModel
import ClientDriving

extension ScenarioRun {
  /// Ends everything that the scenario started; afterwards no process of it is alive.
  ///
  /// - Parameter atOnce: Whether somebody waits for the run to stop: the client is killed instead
  ///   of asked, and nothing is judged by it.
  func end(atOnce: Bool) async -> OutputCounts {
    for instance in crew.values {
      // A stopped process could neither answer nor quit.
      instance.session.signal(.continue)
      // The last look is for the rules; what goes wrong in it is in the history already.
      if !atOnce, abilities?.contains(.tasks) == true { _ = try? await list(instance) }
    }
    for instance in crew.values {
      if atOnce {
        await kill(instance)
      } else {
        do throws(StepFailure) { try await quit(instance) } catch { endError = endError ?? error }
      }
    }
    for tap in openTaps {
      tap.cancel()
      await tap.value
    }
    // A helper of the client's has as long to end by itself as the client has to quit; without a
    // helper nothing is waited for.
    let leftovers = await OrphanProcesses(folders: folders, runReaper: settings.runReaper)
      .end(
        grace: atOnce || isEndHurried ? .zero : limits.quit, load: MachineLoad.perProcessor() ?? 1)
    // A client that was killed at once had no chance to end its helpers.
    if leftovers.killedCount > 0, !atOnce, !isEndHurried {
      recorder.append(.client(.leftBehind(count: leftovers.killedCount)))
    }
    server.stop()
    var counts = OutputCounts()
    for session in sessions {
      counts.stdoutBytes += session.output.stdoutBytes
      counts.stderrBytes += session.output.stderrBytes
      session.close()
    }
    for (launch, channel) in secrets.leaksAtTheEnd() {
      recorder.append(.client(.secretSeen(launch, channel)))
    }
    return counts
  }

  /// Kills what is still waited for, so that an end under way takes no longer.
  func hurryEnd() {
    isEndHurried = true
    for session in sessions { session.signal(.kill) }
  }
}
