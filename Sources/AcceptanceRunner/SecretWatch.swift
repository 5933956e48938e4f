// Owns: finding planted secrets in what a client writes, as it comes, also across chunks.

import AcceptanceModel
import Synchronization

final class SecretWatch: Sendable {
  private struct State {
    var secrets = PlantedSecrets()
    var carried: [AcceptanceModel.OutputChannel: [UInt8]] = [:]
    var seen: Set<AcceptanceModel.OutputChannel> = []
  }

  private let state = Mutex(State())

  func plant(_ secrets: [String]) {
    state.withLock { state in
      for secret in secrets { state.secrets.insert(Array(secret.utf8)) }
    }
  }

  /// - Returns: Whether these bytes show, for the first time on this channel, a planted secret.
  func isLeak(_ bytes: [UInt8], on channel: AcceptanceModel.OutputChannel) -> Bool {
    state.withLock { state in
      guard !state.seen.contains(channel), state.secrets.longest > 0 else { return false }
      let window = (state.carried[channel] ?? []) + bytes
      state.carried[channel] = window.suffix(state.secrets.longest - 1)
      guard state.secrets.isAny(in: window) else { return false }
      state.seen.insert(channel)
      return true
    }
  }
}

/// Secrets by their first bytes: a scenario plants hundreds, and a client's list is searched for
/// all of them at every look.
struct PlantedSecrets {
  /// Secrets that are shorter are not looked for: they would be found everywhere.
  private static let headLength = 4

  private var byHead: [UInt32: [[UInt8]]] = [:]
  private(set) var longest = 0

  mutating func insert(_ secret: [UInt8]) {
    guard secret.count >= Self.headLength else { return }
    let head = secret.prefix(Self.headLength).reduce(0) { $0 << 8 | UInt32($1) }
    byHead[head, default: []].append(secret)
    longest = max(longest, secret.count)
  }

  func isAny(in bytes: [UInt8]) -> Bool {
    let heads = Array(byHead.keys)
    return bytes.withUnsafeBufferPointer { bytes in
      var head: UInt32 = 0
      for index in bytes.indices {
        head = head << 8 | UInt32(bytes[index])
        guard index + 1 >= Self.headLength, heads.contains(head) else { continue }
        let rest = bytes[(index + 1 - Self.headLength)...]
        if byHead[head]?.contains(where: { rest.starts(with: $0) }) == true { return true }
      }
      return false
    }
  }
}
