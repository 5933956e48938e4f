// Owns: a right client whose requests cannot be read, and which sends before it says so.

import ClientContract
import ClientHarness
import OfflineQueue
import Synchronization

extension UnusualMode {
  /// So long at most `submit` stays unanswered while the task's first send is under way.
  private static let answerDelay: Duration = .milliseconds(100)

  static let sealedBody = UnusualMode(
    "sealed-body",
    "sends bodies that only its server could read, and answers a tap after it was sent"
  ) { parts, _ in
    let ended = EndedSends()
    let seals = Seals()
    parts.replaceSends { request, sender in
      let outcome = await sender.send(request.with(body: seals.sealed(request)))
      ended.insert(request.key.text)
      return outcome
    }
    parts.serving = { verb, perform in
      let payload = try await perform(verb)
      guard case .submit = verb, let key = payload.key else { return payload }
      let deadline = ContinuousClock.now + answerDelay
      while ContinuousClock.now < deadline, !ended.contains(key) {
        try await Task.sleep(for: .milliseconds(5))
      }
      return payload
    }
  }
}

private final class EndedSends: Sendable {
  private let keys = Mutex<Set<String>>([])

  func insert(_ key: String) { keys.withLock { _ = $0.insert(key) } }
  func contains(_ key: String) -> Bool { keys.withLock { $0.contains(key) } }
}

/// Sealing a megabyte takes longer than a retry should: it is done once for each task.
private final class Seals: Sendable {
  private let bodies = Mutex<[String: [UInt8]]>([:])

  func sealed(_ request: WriteRequest) -> [UInt8] {
    if let known = bodies.withLock({ $0[request.key.text] }) { return known }
    let sealed = request.body.sealed
    bodies.withLock { $0[request.key.text] = sealed }
    return sealed
  }
}

extension [UInt8] {
  /// `{"sealed":"…"}`, always the same for the same bytes. Enough that no text of theirs is found.
  fileprivate var sealed: [UInt8] {
    let digits = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 4 / 3 + 20)
    var (bits, bitCount): (UInt32, UInt32) = (0, 0)
    for byte in self {
      bits = bits << 8 | UInt32(byte ^ 0x5A)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(digits[Int(bits >> bitCount & 63)])
      }
      bits &= 63
    }
    if bitCount > 0 { text.append(digits[Int(bits << (6 - bitCount) & 63)]) }
    return Array(#"{"sealed":""#.utf8) + text + Array(#""}"#.utf8)
  }
}
