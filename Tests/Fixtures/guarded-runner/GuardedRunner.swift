// Owns: a runner small enough for a test to kill: it guards a folder and launches one client.

import ClientDriving
import Dispatch
import Foundation

/// Arguments: `guarded FOLDER SCRIPT` or `adopting FOLDER SCRIPT`. Both are prepared as the
/// product's runner is; only the first has a guard.
///
/// Launches `SCRIPT` by `/bin/sh` in a scenario of its own, prints `client guard` (process ids; 0
/// for none), waits for the end of stdin, then cleans up in order and prints the leftovers.
@main
struct GuardedRunner {
  static func main() {
    RunReaper.serveIfAsked(arguments: CommandLine.arguments)
    do {
      try RunnerProcess.prepare(
        SignalWatcher.Responses(
          threadsRefused: { _ in _exit(71) }, continuedByGuard: {}))
    } catch {
      print("refused: \(error)")
      exit(70)
    }
    Task {
      do {
        try await run(CommandLine.arguments)
        exit(0)
      } catch {
        print("error: \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  private static func run(_ arguments: [String]) async throws {
    guard arguments.count == 4, let executable = Bundle.main.executablePath else { exit(64) }
    let folder = arguments[2]
    let runReaper =
      arguments[1] == "guarded"
      ? try RunReaper.start(executable: executable, folder: folder) : nil

    let folders = ScenarioFolders(root: folder + "/scenario")
    let environment = ClientEnvironment(
      endpoint: "http://127.0.0.1:1/items", port: 1, folders: folders, programFolder: "/")
    let session = try await JSONLinesDriver(
      JSONLinesConfiguration(command: ["/bin/sh", "-c", arguments[3]])
    ).launch(LaunchRequest(environment: environment, runReaper: runReaper))
    // The client says when it is ready by ending its stdout line or itself.
    _ = await session.perform(.hello, within: .seconds(20))
    print("\(session.processID) \(runReaper?.processID ?? 0)")
    fflush(nil)
    while readLine() != nil { continue }

    session.signal(.kill)
    _ = await session.exit
    let report = await OrphanProcesses(folders: folders, runReaper: runReaper)
      .end(grace: .zero)
    session.close()
    let leftovers = await RunOrphans.end(folder: folder)
    await runReaper?.end()
    for sentence in leftovers.sentences { print(sentence) }
    print("killed \(report.killedCount)")
  }
}
