// Owns: one child from its start until it is reaped. Does not own: its pipes (PipedProcess) or
// what it leaves behind (OrphanProcesses).

import AcceptanceModel
import CProcess
import Dispatch
import Synchronization

/// A program that runs in a session and process group of its own.
package final class ChildProcess: Sendable {
  /// Its session and group too.
  package let processID: Int32
  private let state = Mutex(State())
  private let latch = OneShotSignal<ProcessExit>()

  private struct State: ~Copyable {
    var isReaped = false
    var watch: ExitWatch?
  }

  private init(processID: Int32) {
    self.processID = processID
  }

  /// Starts the program; on return it has been executed, about 1 ms later.
  ///
  /// - Parameters:
  ///   - home: The scenario's home that the process belongs to; `nil` for the product's own.
  ///   - runGuard: Notified of the process before anything is awaited.
  static func spawn(
    _ spec: ProcessSpec, home: String?, runReaper: RunReaper?
  ) throws(DrivingError) -> (ChildProcess, ParentEnds) {
    try spec.refuseNUL()
    let path = try spec.programPath()
    let pipes = try ChildPipes.open(outputs: spec.outputs)
    defer { pipes.closeChildEnds() }
    do {
      let processID = try ProcessRegistry.shared.spawn(home: home) { () throws(DrivingError) in
        try execute(spec, path: path, pipes: pipes)
      }
      runReaper?.tell(.spawned(processID))
      let child = ChildProcess(processID: processID)
      try child.watch()
      return (child, pipes.parentEnds)
    } catch {
      pipes.closeParentEnds()
      throw error
    }
  }

  /// How it ended; comes once it has been reaped.
  package var exit: ProcessExit {
    get async { await latch.value }
  }

  /// `nil` once `limit` has passed or the waiting task was cancelled.
  package func exitWithin(_ limit: Duration) async -> ProcessExit? {
    await latch.value(within: limit)
  }

  /// Signals the whole group. Once the child has been reaped its number may be another's, so
  /// then nothing is signalled: survivors are `OrphanProcesses`' matter.
  package func signal(_ number: Int32) {
    state.withLock { state in
      guard !state.isReaped else { return }
      LibC.signalGroup(processID, number)
    }
  }

  /// Calls `handler` once it has been reaped, at once where that has already been.
  func whenReaped(_ handler: @escaping @Sendable (ProcessExit) -> Void) {
    latch.whenFulfilled(handler)
  }

  /// A child that cannot be watched could never be reaped, so it does not outlive the attempt.
  private func watch() throws(DrivingError) {
    do {
      let watch = try ExitWatch(process: processID) { [self] in reap() }
      state.withLock { $0.watch = watch }
      try watch.start()
    } catch {
      LibC.signalGroup(processID, LibC.kill)
      acc_wait(processID)
      state.withLock { $0.isReaped = true }
      ProcessRegistry.shared.didReap(processID)
      throw error
    }
  }

  /// Returns whether it has been reaped, now or before.
  private func reap() -> Bool {
    let status: ProcessExit? = state.withLock { state in
      guard !state.isReaped else { return nil }
      var value: Int32 = 0
      let end = acc_reap(processID, &value)
      switch UInt32(end) {
      case ACC_END_NONE.rawValue: return nil
      case ACC_END_SIGNAL.rawValue: break
      case ACC_END_STATUS.rawValue: break
      default:
        preconditionFailure("child \(processID) was reaped by somebody else in this process")
      }
      state.isReaped = true
      state.watch = nil
      return UInt32(end) == ACC_END_SIGNAL.rawValue ? .signal(value) : .status(value)
    }
    guard let status else { return state.withLock { $0.isReaped } }
    ProcessRegistry.shared.didReap(processID)
    latch.fulfil(status)
    return true
  }

  /// Starts the program; the registry is not notified.
  static func execute(
    _ spec: ProcessSpec, path: String, pipes: ChildPipes
  ) throws(DrivingError) -> Int32 {
    let arguments = CStrings(spec.arguments)
    let environment = CStrings(spec.environment.map { "\($0.key)=\($0.value)" }.sorted())
    var failure = acc_spawn_failure()
    let processID = path.withCString { path in
      spec.workingFolder.withCString { folder in
        arguments.withPointer { arguments in
          environment.withPointer { environment in
            var request = acc_spawn_request(
              path: path, arguments: arguments, environment: environment, directory: folder,
              descriptors: (pipes.childInput, pipes.childOutput, pipes.childError),
              refuses_file_writes: spec.fileSizeLimitZero)
            return acc_spawn(&request, &failure)
          }
        }
      }
    }
    guard processID < 0 else { return processID }
    throw DrivingError(failure, spec: spec)
  }
}

extension DrivingError {
  fileprivate init(_ failure: acc_spawn_failure, spec: ProcessSpec) {
    let name = spec.arguments.first ?? ""
    let error = failure.error_number
    switch UInt32(failure.step) {
    case ACC_STEP_DIRECTORY.rawValue:
      self = .folderUnusable(purpose: "working", errno: error)
    case ACC_STEP_EXEC.rawValue:
      self =
        switch error {
        // The file itself was found just before.
        case LibC.noEntry: .interpreterMissing(name: name)
        case LibC.noAccess, LibC.badFormat: .programNotExecutable(name: name)
        default: .system(call: "to execute the client's program", errno: error)
        }
    default:
      self = .system(call: "to start a process for the client", errno: error)
    }
  }
}
