// Owns: the signal by which a user asks what is running: SIGINFO (Ctrl-T) on Apple's systems,
// SIGUSR1 everywhere.

import Dispatch
import Foundation
import SystemLibrary

/// Sendable by hand: the sources are set once and only cancelled after that.
final class ProgressSignal: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]

  init(asked: @escaping @Sendable () -> Void) {
    sources = statusSignals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: asked)
      source.resume()
      return source
    }
  }

  func end() {
    for source in sources { source.cancel() }
  }
}
