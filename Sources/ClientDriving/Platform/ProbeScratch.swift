import AcceptanceModel
import CProcess
import Dispatch
import Synchronization
import SystemLibrary

extension ProcessProbes {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs small shell scripts in a folder, and reads what they left there.
  struct Scratch: Sendable {
    /// As the system spells it.
    let folder: String

    private static let patience: Duration = .seconds(10)

    private func specification(_ script: String) -> ProcessSpec {
      ProcessSpec(
        arguments: ["/bin/sh", "-c", script],
        environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "ACCEPTANCE_HOME": folder],
        workingFolder: folder, outputs: .discarded)
    }

    /// The script runs while `body` does; then it is killed with its group.
    func withChild<Result>(
      _ script: String, refusesFileWrites: Bool = false, home: String? = nil,
      _ body: (ChildProcess) throws -> Result
    ) throws -> Result {
      var spec = specification(script)
      spec.fileSizeLimitZero = refusesFileWrites
      let (child, pipes) = try ChildProcess.spawn(spec, home: home, runReaper: nil)
      defer {
        child.signal(LibC.kill)
        _ = awaitExit(of: child)
        LibC.closeDescriptor(pipes.input)
      }
      return try body(child)
    }

    /// A shell that runs already, and waits for a line: while one program replaces another, the kernel
    /// shows nothing of either.
    func withRunningShell<Result>(_ body: (ChildProcess) throws -> Result) throws -> Result {
      // Another probe of this folder may have left it.
      unlink("\(folder)/running")
      return try withChild("echo >running; read line") { child in
        _ = try text(of: "running")
        return try body(child)
      }
    }

    /// `nil`: it is still alive after the patience.
    func awaitExit(of child: ChildProcess) -> ProcessExit? {
      let ended = DispatchSemaphore(value: 0)
      let result = Mutex<ProcessExit?>(nil)
      let kept = Kept(result: result, ended: ended)
      child.whenReaped { kept.keep($0) }
      let limit = DispatchTime.now() + Self.patience.dispatchInterval
      return ended.wait(timeout: limit) == .success ? kept.value : nil
    }

    private final class Kept: Sendable {
      private let result: Mutex<ProcessExit?>
      private let ended: DispatchSemaphore

      init(result: consuming Mutex<ProcessExit?>, ended: DispatchSemaphore) {
        self.result = result
        self.ended = ended
      }

      var value: ProcessExit? { result.withLock { $0 } }

      func keep(_ exit: ProcessExit) {
        result.withLock { $0 = exit }
        ended.signal()
      }
    }

    func end(of script: String) throws -> String {
      try withChild(script) { child in
        awaitExit(of: child).map { "\($0)" } ?? "alive after \(Self.patience)"
      }
    }

    /// What the script prints, without blanks at the ends. Printed into a file, which the script's shell
    /// opens before a limit on files could matter.
    func output(of script: String, refusesFileWrites: Bool = false) throws -> String {
      var spec = specification(script)
      spec.fileSizeLimitZero = refusesFileWrites
      spec.outputs = .piped
      let (child, pipes) = try ChildProcess.spawn(spec, home: nil, runReaper: nil)
      defer {
        child.signal(LibC.kill)
        _ = awaitExit(of: child)
        for end in [pipes.input, pipes.output ?? -1, pipes.error ?? -1] where end >= 0 {
          LibC.closeDescriptor(end)
        }
      }
      _ = awaitExit(of: child)
      let bytes = pipes.output.flatMap { LibC.readBytes($0, limit: 4096) } ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What a start that cannot succeed is refused for.
    func refusal(_ change: (inout ProcessSpec) -> Void) throws -> String {
      var spec = specification("exit 0")
      change(&spec)
      do throws(DrivingError) {
        let (child, pipes) = try ChildProcess.spawn(spec, home: nil, runReaper: nil)
        _ = awaitExit(of: child)
        LibC.closeDescriptor(pipes.input)
        return "started"
      } catch {
        switch error {
        case .programMissing, .interpreterMissing: return "the program"
        case .folderUnusable: return "the folder"
        default: return "\(error)"
        }
      }
    }

    /// A file's text, once it has a line.
    func text(of name: String) throws -> String {
      let deadline = ContinuousClock.now + Self.patience
      while ContinuousClock.now < deadline {
        let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
        if file >= 0 {
          defer { LibC.closeDescriptor(file) }
          let bytes = LibC.readBytes(file, limit: 4096) ?? []
          if bytes.contains(0x0A) { return String(decoding: bytes, as: UTF8.self) }
        }
        _ = poll(nil, 0, 5)
      }
      throw Failure(description: "no file \(name) within \(Self.patience)")
    }

    func number(in name: String) throws -> Int32 {
      guard let number = Int32(try text(of: name).filter(\.isNumber)) else {
        throw Failure(description: "no number in the file \(name)")
      }
      return number
    }

    func isGone(_ process: Int32) -> Bool {
      let deadline = ContinuousClock.now + Self.patience
      while ContinuousClock.now < deadline {
        guard let entry = ProcessTable.entry(process), !entry.isZombie else { return true }
        _ = poll(nil, 0, 5)
      }
      return false
    }

    /// A client that has ended, and a helper of it that has not.
    ///
    /// - Parameter escapes: Into a session of its own.
    func sweep(escapes: Bool) throws -> String {
      let folders = ScenarioFolders(root: folder + (escapes ? "/escaped" : "/kept"))
      try folders.create()
      let inside = Scratch(folder: folders.home)
      let script = escapes ? "read line" : "sleep 60 & echo $! >helper"
      var helper: Int32 = 0
      try inside.withChild(script, home: folders.home) { child in
        if escapes {
          helper = try inside.startEscaped()
        } else {
          _ = inside.awaitExit(of: child)
          helper = try inside.number(in: "helper")
        }
      }
      let report = OrphanProcesses(folders: folders).sweep(grace: .zero)
      if escapes {
        var status: Int32 = 0
        _ = acc_reap(helper, &status)
      }
      guard isGone(helper) else {
        systemKill(helper, LibC.kill)
        return "not found, \(report.killedCount) killed"
      }
      return report.killedCount == 1 ? "killed" : "gone, \(report.killedCount) killed"
    }

    /// A process of this folder that no launch knows of.
    private func startEscaped() throws -> Int32 {
      let spec = specification("exec sleep 60")
      let pipes = try ChildPipes.open(outputs: .discarded)
      defer {
        pipes.closeChildEnds()
        pipes.closeParentEnds()
      }
      let process = try ChildProcess.execute(spec, path: "/bin/sh", pipes: pipes)
      return process
    }
  }
}
