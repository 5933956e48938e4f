// Owns: one launch of the client, from its start to its end, and who ended it.

import AcceptanceModel

package struct ObservedLaunch: Sendable {
  package let number: LaunchNumber
  package let process: ProcessName
  package let began: HistoryPosition
  package internal(set) var greeting: Greeting?
  /// What the runner did to it; `nil` means the end of its input.
  package internal(set) var signals: [Signal] = []
  package internal(set) var end: End?

  package struct Greeting: Sendable {
    package let position: HistoryPosition
    package let outcome: GreetingOutcome
  }

  package struct Signal: Sendable {
    package let position: HistoryPosition
    package let signal: ProcessSignal?
  }

  package struct End: Sendable {
    package let position: HistoryPosition
    package let exit: ProcessExit
  }

  init(number: LaunchNumber, process: ProcessName, began: HistoryPosition) {
    self.number = number
    self.process = process
    self.began = began
  }
}

extension ObservedLaunch {
  package func isAlive(at position: HistoryPosition) -> Bool {
    began < position && (end.map { position < $0.position } ?? true)
  }

  /// Whether the runner did anything to it between the two moments.
  func wasSignalled(after first: HistoryPosition, before last: HistoryPosition) -> Bool {
    signals.contains { first < $0.position && $0.position < last }
  }

  /// Whether it was stopped (SIGSTOP) and not yet continued.
  func isStopped(at position: HistoryPosition) -> Bool {
    let changes = signals.filter { signal in
      signal.position < position && (signal.signal == .stop || signal.signal == .continue)
    }
    return changes.last?.signal == .stop
  }

  /// Whether it was stopped at any time between the two moments.
  func wasStopped(after first: HistoryPosition, before last: HistoryPosition) -> Bool {
    isStopped(at: first)
      || signals.contains { $0.signal == .stop && first < $0.position && $0.position < last }
  }

  package enum EndCause: Sendable, Hashable {
    case killed
    case terminated
    case quit
    case byItself
    case crashed
  }

  /// Who ended it; `nil` while it lives.
  package func endCause(okExit: Set<Int32>) -> EndCause? {
    guard let end else { return nil }
    let sent = signals.filter { $0.position < end.position }.map(\.signal)
    if sent.contains(.kill) { return .killed }
    let wasAsked = sent.contains(.terminate) || sent.contains(nil)
    switch end.exit {
    case .status(let status):
      // The status after SIGTERM is the runner's doing: 143, 1 and 0 are all in use.
      if sent.contains(.terminate) { return .terminated }
      guard okExit.contains(status) else { return .crashed }
      return wasAsked ? .quit : .byItself
    case .signal(let number):
      if sent.contains(.terminate), number == SignalNumber.terminate { return .terminated }
      // A client that still writes while it is being ended meets a closed pipe.
      if wasAsked, number == SignalNumber.brokenPipe { return .quit }
      return .crashed
    }
  }
}

/// Those that are the same on Linux and macOS.
enum SignalNumber {
  static let names: [Int32: Message] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
  ]
  static let brokenPipe: Int32 = 13
  static let terminate: Int32 = 15
}
