// Owns: clients that are wrong about keys.

import OfflineQueue
import Synchronization

extension FaultyKind {
  static let keyPerAttempt = FaultyKind(
    "key-per-attempt", "makes a new key for each send", caughtBy: "key-changed"
  ) { parts, _ in
    parts.changeKeys { _ in .random() }
  }

  static let keyNeverSent = FaultyKind(
    "key-never-sent", "sends no key at all", caughtBy: "key-missing"
  ) { parts, launch in
    try parts.sendByWire(launch) { $0.keyLine = { _ in nil } }
  }

  static let keyMissingOnRetry = FaultyKind(
    "key-missing-on-retry", "sends the key the first time only", caughtBy: "key-missing"
  ) { parts, launch in
    let ledger = parts.keepLedger()
    try parts.sendByWire(launch) { style in
      let usual = style.keyLine
      style.keyLine = { ledger.send(of: $0) > 1 ? nil : usual($0) }
    }
  }

  static let newKeyAfterRestart = FaultyKind(
    "new-key-after-restart", "keeps keys in memory and makes new ones after a restart",
    caughtBy: "key-changed"
  ) { parts, _ in
    let ledger = parts.keepLedger()
    let keys = KeyTable()
    parts.changeKeys { request in
      guard ledger.isRestored(request.key) else { return request.key }
      return keys.current(for: request.key, isFresh: true)
    }
  }

  static let newKeyAfterError = FaultyKind(
    "new-key-after-error", "takes a 5xx for \"not recorded\" and goes on under a new key",
    caughtBy: "key-changed"
  ) { parts, _ in
    let keys = KeyTable()
    parts.replaceSends { request, sender in
      let key = keys.current(for: request.key, isFresh: false)
      let outcome = await sender.send(request.with(key: key))
      if let status = outcome.status, (500..<600).contains(status) { keys.renew(request.key) }
      return outcome.renaming(key.text, to: request.key)
    }
  }

  static let keyShared = FaultyKind(
    "key-shared", "sends one key per device instead of one per operation", caughtBy: "key-shared"
  ) { parts, _ in
    parts.changeKeys { _ in .named("device-7f1c2b8e") }
  }

  static let keyFromContent = FaultyKind(
    "key-from-content", "derives the key from the body, so equal taps share one",
    caughtBy: "operation-merged", "key-shared"
  ) { parts, _ in
    parts.changeKeys { .named("content-\(Fingerprint.of($0.body))") }
  }

  static let keyTooLong = FaultyKind(
    "key-too-long", "sends keys of more than 255 characters", caughtBy: "key-invalid"
  ) { parts, launch in
    let pad = String(repeating: "-pad", count: 70)
    try parts.sendByWire(launch) { style in
      let usual = style.keyLine
      style.keyLine = { key in usual(key).map { $0 + pad } }
    }
    parts.replaceSends { request, sender in
      await sender.send(request).renaming(request.key.text + pad, to: request.key)
    }
  }

  static let keyRequoted = FaultyKind(
    "key-requoted", "sends the key bare at first and in quotes on retries",
    caughtBy: "key-invalid", "key-changed"
  ) { parts, launch in
    let ledger = parts.keepLedger()
    let header = launch.options.keyHeader
    try parts.sendByWire(launch) { style in
      let usual = style.keyLine
      style.keyLine = { key in
        ledger.send(of: key) > 1 ? "\(header): \"\(key.text)\"" : usual(key)
      }
    }
  }
}

/// Which key goes out in place of a task's own, in memory.
private final class KeyTable: Sendable {
  private let keys = Mutex<[IdempotencyKey: IdempotencyKey]>([:])

  /// - Parameter isFresh: Whether a task without an entry gets a new key instead of its own.
  func current(for key: IdempotencyKey, isFresh: Bool) -> IdempotencyKey {
    keys.withLock { keys in
      if let known = keys[key] { return known }
      let made = isFresh ? .random() : key
      keys[key] = made
      return made
    }
  }

  func renew(_ key: IdempotencyKey) { keys.withLock { $0[key] = .random() } }
}

extension IdempotencyKey {
  static func random() -> IdempotencyKey { named(RandomIdentifier.make()) }

  /// For texts that are known to be fit.
  static func named(_ text: String) -> IdempotencyKey {
    guard let key = IdempotencyKey(text) else { preconditionFailure("\(text) is no key") }
    return key
  }
}

enum Fingerprint {
  /// FNV-1a, 64 bits, in hexadecimal digits.
  static func of(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
