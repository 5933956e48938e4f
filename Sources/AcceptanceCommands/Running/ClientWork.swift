import AcceptanceRunner
import ClientDriving
import Foundation

/// Work of a command that starts clients: in a folder of its own that goes with it, watched by a
/// process that ends the clients if this one is killed, until it is done or interrupted.
struct ClientWork {
  let jobs: Int
  let seed: UInt64
  /// `nil`: derived from the client's limits.
  var scenarioLimit: Duration?
  let programFolder: String
  let drivers: DriverCatalog

  /// - Parameters:
  ///   - body: Ends early when its task is cancelled, at Ctrl-C.
  ///   - tell: What is printed and written of the outcome, once no client is running.
  func run<Outcome: Sendable>(
    _ body: @escaping @Sendable (RunSettings) async -> Outcome,
    then tell: (Outcome) throws -> ExitCode
  ) async throws -> ExitCode {
    let folder = try RunFolder.make()
    defer { folder.remove() }
    let guardian = RunReaper.watching(folder)
    let settings = RunSettings(
      jobs: jobs, seed: seed, scenarioLimit: scenarioLimit, folder: folder.path,
      programFolder: programFolder, ambient: ProcessInfo.processInfo.environment,
      runReaper: guardian, drivers: drivers)
    let work = Task { await body(settings) }
    let interruption = SignalHandler { work.cancel() }
    let outcome = await work.value
    await guardian?.end()
    let status = try tell(outcome)
    return interruption.happened ? .interrupted : status
  }
}
