// Owns: connections that carry no whole request.

import Dispatch
import OfflineQueue

enum BareConnect {
  /// Connects, sends `bytes` and closes. Whatever fails is of no interest: nothing was asked.
  static func make(to address: HTTPAddress, sending bytes: [UInt8] = []) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(WireEnd) {
          let deadline = ContinuousClock.now + .milliseconds(100)
          let socket = try WireSocket(to: address, until: deadline)
          defer { socket.end() }
          try socket.write(bytes, until: deadline)
        } catch {
          // The send that follows will tell.
        }
        continuation.resume()
      }
    }
  }
}
