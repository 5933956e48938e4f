// Owns: connections that carry no whole request.

import Dispatch
import OfflineQueue

enum BareConnect {
  /// Connects, sends `bytes` and closes.
  ///
  /// - Returns: Whether all of it was done within 100 ms.
  @discardableResult
  static func make(to address: Endpoint, sending bytes: [UInt8] = []) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(WireEnd) {
          let deadline = ContinuousClock.now + .milliseconds(100)
          let socket = try WireSocket(to: address, until: deadline)
          defer { socket.end() }
          try socket.write(bytes, until: deadline)
          continuation.resume(returning: true)
        } catch {
          continuation.resume(returning: false)
        }
      }
    }
  }
}
