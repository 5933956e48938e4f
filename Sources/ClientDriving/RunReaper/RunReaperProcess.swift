// Owns: the guard itself: it listens to the runner, and cleans up once the runner is gone.
// Does not own: whom it ends (GuardLedger).

import Foundation

struct RunReaperProcess {
  /// Rounds of looking and killing; a process may start another while it is being killed.
  private static let roundLimit = 20
  private static let roundTime = Duration.seconds(2)
  /// Looks in a row that must find nothing.
  private static let quietLooks = 3
  private static let quietPause = Duration.milliseconds(20)

  /// Between two looks at the runner's state.
  private static let lookPause = Duration.milliseconds(500)

  private var ledger = GuardLedger()

  /// Reads messages from stdin until its end, which is the runner's, and never returns.
  static func run() -> Never {
    // The guard ends with the runner alone: a terminal or a CI job that signals both of them must
    // not take the guard away first.
    let ignored = [LibC.interrupt, LibC.terminate, LibC.hangUp, LibC.terminalStop]
    for signal in ignored { LibC.ignoreSignal(signal) }
    var process = RunReaperProcess()
    process.listen()
    if !process.ledger.isOver { process.cleanUp() }
    exit(0)
  }

  private mutating func listen() {
    var splitter = LineSplitter()
    let runner = LibC.parentID
    while !ledger.isOver {
      // The runner's parent takes its place once it is gone, and is none of the guard's concern.
      if !LibC.isReadable(0, within: Self.lookPause) {
        if LibC.parentID == runner, ledger.mustContinue(ProcessTable.entry(runner)) {
          LibC.signalProcess(runner, LibC.continue)
        }
        continue
      }
      guard let bytes = LibC.readBytes(0, limit: 4096), !bytes.isEmpty else { return }
      for case .line(let line) in splitter.feed(bytes) {
        guard let message = GuardMessage(line: String(decoding: line.bytes, as: UTF8.self)) else {
          continue
        }
        ledger.handle(message) { ProcessTable.entry($0)?.start }
      }
    }
  }

  private func cleanUp() {
    // What starts another and ends, again and again, may be missed by a single look.
    var quiet = 0
    for _ in 0..<Self.roundLimit where quiet < Self.quietLooks {
      let victims = stopAll()
      guard !victims.isEmpty else {
        quiet += 1
        LibC.sleep(Self.quietPause)
        continue
      }
      quiet = 0
      for victim in victims { victim.signal(LibC.kill) }
      _ = ProcessHandle.waitUntilGone(victims, within: Self.roundTime)
    }
    removeFolder()
  }

  /// Until a look finds nothing more: what is stopped starts nothing.
  private func stopAll() -> [ProcessHandle] {
    var stopped: [ProcessEntry.Identity: ProcessHandle] = [:]
    for _ in 0..<Self.roundLimit {
      let found = ledger.victims(
        in: ProcessTable.entries(), guardProcess: LibC.processID,
        environment: ProcessTable.environment(of:)
      ).filter { stopped[$0.identity] == nil }.compactMap(ProcessHandle.init)
      guard !found.isEmpty else { break }
      for handle in found {
        handle.signal(LibC.stop)
        stopped[handle.entry.identity] = handle
      }
    }
    return Array(stopped.values)
  }

  private func removeFolder() {
    guard let folder = ledger.removableFolder else { return }
    if FolderRemoval.remove(folder) != nil { exit(1) }
  }
}
