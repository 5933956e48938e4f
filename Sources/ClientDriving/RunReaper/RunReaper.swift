// Owns: the runner's side of the process that cleans up where the runner was killed.
// Does not own: the cleaning (RunReaperProcess).

/// A process in a session of its own that ends a run's processes and removes its temporary folder
/// where the runner can no longer do it, and continues a runner that somebody has stopped. It ends with the runner, however that ends.
package final class RunReaper: Sendable {
  /// The first argument that turns the executable into the guard; of no use to anybody else.
  package static let argument = "run-guard"

  private let child: ChildProcess
  private let input: InputPipe

  private init(child: ChildProcess, input: InputPipe) {
    self.child = child
    self.input = input
  }

  /// Serves as the guard and never returns where `arguments` (with the program's name first) ask
  /// for it; otherwise returns at once. Call it first in `main`.
  package static func serveIfAsked(arguments: [String]) {
    if arguments.dropFirst().first == argument { RunReaperProcess.run() }
  }

  /// - Parameters:
  ///   - executable: A program whose `main` begins with `serveIfAsked`: the runner itself.
  ///   - folder: The run's temporary folder, see `isRemovable`. The homes of its scenarios are
  ///     inside it, and their paths begin with it as it is spelled here.
  package static func start(
    executable: String, folder: String
  ) throws(DrivingError) -> RunReaper {
    precondition(isRemovable(folder), "a run's folder is called acceptance-…, absolute, one line")
    // No folder of the run: a guard that works in it could not see it removed everywhere.
    let spec = ProcessSpec(
      arguments: [executable, argument], environment: ["SWIFT_BACKTRACE": "enable=no"],
      workingFolder: "/", outputs: .discarded)
    let loop = try DescriptorLoop.shared()
    let (child, ends) = try ChildProcess.spawn(spec, home: nil, runReaper: nil)
    let runReaper = RunReaper(
      child: child, input: InputPipe(descriptor: ends.input, loop: loop))
    runReaper.tell(.folder(folder))
    SignalWatcher.watch(with: runReaper)
    return runReaper
  }

  /// Whether the guard would remove that folder: an absolute path on one line whose last part
  /// begins with `acceptance-`, so that nothing else can be removed by mistake.
  package static func isRemovable(_ folder: String) -> Bool {
    guard folder.hasPrefix("/"), !folder.contains("\n"), !folder.contains("/../") else {
      return false
    }
    return folder.split(separator: "/").last?.hasPrefix("acceptance-") ?? false
  }

  package var processID: Int32 { child.processID }

  /// From now on the folder stays where it is, whatever happens (`--keep`).
  package func keepFolder() { tell(.keepFolder) }

  /// Ends the guard at the end of a run, and returns once it is gone. Nothing is killed or removed.
  package func end() async {
    SignalWatcher.watch(with: nil)
    tell(.over)
    input.end()
    if await child.exitWithin(.seconds(2)) == nil {
      // Stopped or starved: it must not outlive the run.
      child.signal(LibC.kill)
      _ = await child.exit
    }
  }

  func tell(_ message: GuardMessage) { input.write(Array(message.line.utf8)) }
}
