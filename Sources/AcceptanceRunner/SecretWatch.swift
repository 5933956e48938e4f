// Owns: finding planted secrets in what a client writes, as it comes, also across chunks.

import AcceptanceModel
import Synchronization

final class SecretWatch: Sendable {
  private struct State {
    var secrets: [[UInt8]] = []
    var carried: [AcceptanceModel.OutputChannel: [UInt8]] = [:]
    var seen: Set<AcceptanceModel.OutputChannel> = []
  }

  private let state = Mutex(State())

  func plant(_ secrets: [String]) {
    state.withLock { $0.secrets += secrets.map { Array($0.utf8) } }
  }

  /// - Returns: Whether these bytes show, for the first time on this channel, a planted secret.
  func isLeak(_ bytes: [UInt8], on channel: AcceptanceModel.OutputChannel) -> Bool {
    state.withLock { state in
      guard !state.seen.contains(channel), let longest = state.secrets.map(\.count).max() else {
        return false
      }
      let window = (state.carried[channel] ?? []) + bytes
      state.carried[channel] = window.suffix(longest - 1)
      guard state.secrets.contains(where: { window.contains($0) }) else { return false }
      state.seen.insert(channel)
      return true
    }
  }
}
