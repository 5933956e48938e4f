// Owns: what all programs of one launch wrote: counts, tails, and the stdout of each verb.

import AcceptanceModel
import ClientContract
import Synchronization

final class CommandOutput: Sendable {
  private struct State {
    var counts = OutputCounts()
    var tails: [OutputChannel: OutputTail] = [:]
  }

  private let state = Mutex(State())
  /// Held during a report: reports come one at a time, whichever program they are of.
  private let reporting = Mutex(())
  private let onEvent: @Sendable (SessionEvent) -> Void

  init(onEvent: @escaping @Sendable (SessionEvent) -> Void) {
    self.onEvent = onEvent
  }

  var counts: OutputCounts { state.withLock { $0.counts } }

  func tail(of channel: OutputChannel) -> [UInt8] {
    state.withLock { $0.tails[channel]?.bytes ?? [] }
  }

  func report(_ event: SessionEvent) { reporting.withLock { _ in onEvent(event) } }

  func take(_ bytes: [UInt8], from channel: OutputChannel) {
    state.withLock { state in
      state.tails[channel, default: OutputTail()].append(bytes)
      switch channel {
      case .stdout: state.counts.stdoutBytes += bytes.count
      case .stderr: state.counts.stderrBytes += bytes.count
      // An answer on stdout, and no stream of its own.
      case .taskList: break
      }
    }
    report(.output(channel, bytes))
  }
}

/// What one program wrote to stdout, up to the length of one answer.
final class VerbStdout: Sendable {
  private struct State {
    var stdout: [UInt8] = []
    var stderrByteCount = 0
  }

  private let state = Mutex(State())

  var stdout: [UInt8] { state.withLock { $0.stdout } }
  var stderrByteCount: Int { state.withLock { $0.stderrByteCount } }

  func take(_ bytes: [UInt8], from channel: OutputChannel) {
    state.withLock { state in
      switch channel {
      case .stdout:
        state.stdout += bytes.prefix(max(0, ContractLine.byteLimit - state.stdout.count))
      case .stderr: state.stderrByteCount += bytes.count
      case .taskList: break
      }
    }
  }
}
