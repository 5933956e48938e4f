// Owns: a child together with its pipes: bytes out in order, counts, tails, and an end that comes
// after everything the child wrote. Does not own: what the bytes mean (drivers).

import AcceptanceModel
import Dispatch
import Synchronization

final class PipedProcess: Sendable {
  enum Event: Sendable {
    case bytes(OutputChannel, [UInt8])
    /// Handed to the pipe under this number; a stopped process has not read it.
    case written(Int)
    case ended(ProcessExit)
  }

  private struct State {
    var counts = OutputCounts()
    var tails: [OutputChannel: OutputTail] = [:]
    var outputs: [OutputPipe] = []
  }

  let child: ChildProcess
  private let queue: DispatchQueue
  private let loop: DescriptorLoop
  private let input: InputPipe
  private let state = Mutex(State())
  private let drained = OneShotSignal<ProcessExit>()
  private let onEvent: @Sendable (Event) -> Void

  private init(
    child: ChildProcess, input: Int32, queue: DispatchQueue, loop: DescriptorLoop,
    onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.child = child
    self.queue = queue
    self.loop = loop
    self.input = InputPipe(descriptor: input, loop: loop)
    self.onEvent = onEvent
  }

  /// - Parameter onEvent: Called in order on one serial queue, from the moment of the return.
  static func start(
    _ spec: ProcessSpec, home: String, runReaper: RunReaper?,
    onEvent: @escaping @Sendable (Event) -> Void
  ) async throws(DrivingError) -> PipedProcess {
    let loop = try DescriptorLoop.shared()
    let queue = DispatchQueue(label: "acceptance.client", qos: .userInitiated)
    let spawned = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<(ChildProcess, ParentEnds), DrivingError>, Never>)
      in
      // Executing a program may have to read it from a slow disk.
      queue.async {
        continuation.resume(
          returning: Result { () throws(DrivingError) in
            try ChildProcess.spawn(spec, home: home, runReaper: runReaper)
          })
      }
    }
    let (child, ends) = try spawned.get()
    let process = PipedProcess(
      child: child, input: ends.input, queue: queue, loop: loop, onEvent: onEvent)
    process.listen(ends)
    return process
  }

  var exit: ProcessExit { get async { await drained.value } }

  func exitWithin(_ limit: Duration) async -> ProcessExit? { await drained.value(within: limit) }

  var counts: OutputCounts { state.withLock { $0.counts } }

  func tail(of channel: OutputChannel) -> [UInt8] {
    state.withLock { $0.tails[channel]?.bytes ?? [] }
  }

  func write(_ bytes: [UInt8], as number: Int) {
    queue.async { [self] in
      input.write(bytes)
      onEvent(.written(number))
    }
  }

  /// After everything that was written before.
  func endInput() { queue.async { [self] in input.end() } }

  func close() {
    input.close()
    let outputs = state.withLock { state in
      defer { state.outputs = [] }
      return state.outputs
    }
    for output in outputs { output.close() }
  }

  private func listen(_ ends: ParentEnds) {
    let pipes = [(OutputChannel.stdout, ends.output), (.stderr, ends.error)]
    let outputs = pipes.compactMap { channel, descriptor in
      descriptor.map { descriptor in
        OutputPipe(descriptor: descriptor, queue: queue, loop: loop) { [weak self] bytes in
          self?.take(bytes, from: channel)
        }
      }
    }
    state.withLock { $0.outputs = outputs }
    child.whenReaped { [self] status in queue.async { self.finish(status) } }
  }

  private func take(_ bytes: [UInt8], from channel: OutputChannel) {
    state.withLock { state in
      state.tails[channel, default: OutputTail()].append(bytes)
      switch channel {
      case .stdout: state.counts.stdoutBytes += bytes.count
      case .stderr: state.counts.stderrBytes += bytes.count
      // An answer on stdout, and no stream of its own.
      case .taskList: break
      }
    }
    onEvent(.bytes(channel, bytes))
  }

  /// Survivors may hold the pipes open, so their end is not awaited.
  private func finish(_ status: ProcessExit) {
    let outputs = state.withLock { $0.outputs }
    for output in outputs { output.drain() }
    input.close()
    onEvent(.ended(status))
    drained.fulfil(status)
  }
}
