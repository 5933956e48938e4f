// Owns: finding planted secrets in what a client writes, as it comes, also across chunks.
// Does not own: how they are looked for (PlantedSecrets) or what follows from one (Judge).

import AcceptanceModel
import Synchronization

final class SecretWatch: Sendable {
  private struct Source: Hashable {
    let launch: LaunchNumber
    let channel: AcceptanceModel.OutputChannel
  }

  private struct State {
    var secrets = PlantedSecrets()
    /// What the next chunk may go on with. By launch: two that write at the same time must not
    /// tear each other's secrets apart.
    var carried: [Source: [UInt8]] = [:]
    var seen: Set<AcceptanceModel.OutputChannel> = []
  }

  private let state = Mutex(State())

  func plant(_ secrets: [String]) {
    state.withLock { state in
      for secret in secrets { state.secrets.insert(Array(secret.utf8)) }
    }
  }

  /// Whether these bytes alone show a planted secret, on whatever channel.
  func isSecret(in bytes: [UInt8]) -> Bool {
    state.withLock { $0.secrets.isAny(in: bytes) }
  }

  /// Keeps one byte less than the longest spelling of a secret has, however much comes.
  ///
  /// - Returns: Whether these bytes show, for the first time on this channel, a planted secret.
  func isLeak(
    _ bytes: [UInt8], of launch: LaunchNumber, on channel: AcceptanceModel.OutputChannel
  ) -> Bool {
    state.withLock { state in
      guard !state.seen.contains(channel), state.secrets.longest > 0 else { return false }
      let source = Source(launch: launch, channel: channel)
      let window = (state.carried[source] ?? []) + bytes
      // Not assigned as it is: that would be the sequence's suffix, which goes through all of it.
      state.carried[source] = Array(window[max(0, window.count - state.secrets.longest + 1)...])
      guard state.secrets.isAny(in: window) else { return false }
      state.seen.insert(channel)
      return true
    }
  }
}
