// Owns: sharing a dispatch source between threads.

import Dispatch

/// `@unchecked`: libdispatch guards every call on a source with its own queue and atomics; only
/// its Swift protocols do not say so.
struct EventSource: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  /// - Parameter source: Configured already; nothing but the calls below is made afterwards.
  init(_ source: any DispatchSourceProtocol) { self.source = source }

  func activate() { source.activate() }
  func cancel() { source.cancel() }
}
