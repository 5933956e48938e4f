// Owns: finding planted secrets in what a client writes, as it comes, by launch and channel.
// Does not own: how they are looked for (SecretSearch) or what follows from one (Judge).

import AcceptanceModel
import SecretSearch
import Synchronization

final class OutputSecretScanner: Sendable {
  private struct Source: Hashable {
    let launch: LaunchNumber
    let channel: OutputChannel
  }

  private struct State {
    var scanner = SecretScanner(shownAt: .client)
    var planted: Set<PlantedSecret> = []
    /// By launch: two that write at the same time must not tear each other's secrets apart.
    var streams: [Source: SecretStream] = [:]
    var leaking: Set<OutputChannel> = []
  }

  private let state = Mutex(State())

  func plant(_ secrets: [PlantedSecret]) {
    state.withLock { state in
      for secret in secrets where state.planted.insert(secret).inserted {
        state.scanner.plant([secret])
      }
    }
  }

  /// Whether these bytes alone show a planted secret, on whatever channel.
  func isSecret(in bytes: [UInt8]) -> Bool {
    state.withLock { !$0.scanner.search(bytes).isEmpty }
  }

  /// - Returns: Whether these bytes show, for the first time on this channel, a planted secret. What
  ///   has to be decoded may be found later, by `leaksAtTheEnd` at the latest.
  func isLeak(
    _ bytes: [UInt8], of launch: LaunchNumber, on channel: OutputChannel
  ) -> Bool {
    state.withLock { state in
      guard !state.leaking.contains(channel) else { return false }
      let isLeak = state.streams[Source(launch: launch, channel: channel), default: SecretStream()]
        .isLeak(bytes, of: state.scanner)
      if isLeak { state.leaking.insert(channel) }
      return isLeak
    }
  }

  /// What is left to be decoded, once nothing more is written: the channels that show a secret for
  /// the first time.
  func leaksAtTheEnd() -> [(LaunchNumber, OutputChannel)] {
    state.withLock { state in
      var leaks: [(LaunchNumber, OutputChannel)] = []
      for source in state.streams.keys.sorted(by: { $0.launch < $1.launch }) {
        guard !state.leaking.contains(source.channel),
          state.streams[source]?.isLeakDecoded(state.scanner) == true
        else { continue }
        state.leaking.insert(source.channel)
        leaks.append((source.launch, source.channel))
      }
      return leaks
    }
  }
}
