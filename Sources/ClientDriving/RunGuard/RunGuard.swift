// Owns: the runner's side of the process that cleans up where the runner was killed.
// Does not own: the cleaning (RunGuardProcess).

/// A process in a session of its own that ends a run's processes and removes its temporary folder
/// where the runner can no longer do it. It ends with the runner, however that ends.
package final class RunGuard: Sendable {
  /// The first argument that turns the executable into the guard; of no use to anybody else.
  package static let argument = "run-guard"

  /// Serves as the guard and never returns where `arguments` (with the program's name first) ask
  /// for it; otherwise returns at once. Call it first in `main`.
  package static func serveIfAsked(arguments: [String]) {}

  /// - Parameters:
  ///   - executable: A program whose `main` begins with `serveIfAsked`: the runner itself.
  ///   - folder: The run's temporary folder: an absolute path whose last part begins with
  ///     `acceptance-`, so that nothing else can be removed by mistake.
  package static func start(
    executable: String, folder: String
  ) async throws(DrivingError) -> RunGuard { RunGuard() }

  /// From now on the folder stays where it is, whatever happens (`--keep`).
  package func keepFolder() {}

  /// Ends the guard at the end of a run, and returns once it is gone. Nothing is killed or removed.
  package func end() async {}
}
