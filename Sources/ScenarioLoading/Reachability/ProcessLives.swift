// Owns: which processes of the client are alive after the steps so far, as far as a file can show.

import AcceptanceModel

struct ProcessLives {
  enum Life {
    case running
    /// SIGSTOP: alive, and answers nothing.
    case stopped
    /// SIGTERM was sent: it is ending, or has ended.
    case ending
    /// Its end was awaited, or the runner killed and reaped it.
    case ended
  }

  private var lives: [ProcessName: Life] = [:]
  /// Processes that a fault may have killed by now, with the fault's number, from 1.
  private(set) var doomed: [ProcessName: Int] = [:]

  var names: [String] { lives.keys.map(\.text).sorted() }
  /// Sorted, so that the same file is always refused with the same words.
  var alive: [ProcessName] { all { $0 == .running || $0 == .stopped } }
  var running: [ProcessName] { all { $0 == .running } }

  private func all(where isMeant: (Life) -> Bool) -> [ProcessName] {
    lives.filter { isMeant($0.value) }.map(\.key).sorted { $0.text < $1.text }
  }

  subscript(process: ProcessName) -> Life? { lives[process] }

  mutating func set(_ process: ProcessName, _ life: Life) {
    lives[process] = life
    if life == .ended || life == .ending { doomed[process] = nil }
  }

  mutating func doom(_ process: ProcessName, by fault: Int) {
    if doomed[process] == nil { doomed[process] = fault }
  }

  /// Why this process cannot be talked to; `nil` where it can.
  func complaint(talkingTo process: ProcessName) -> String? {
    if let complaint = complaint(reaching: process) { return complaint }
    return lives[process] == .stopped
      ? "the process \"\(process)\" is stopped here and answers nothing; "
        + "continue it with {\"do\": \"kill\", \"signal\": \"continue\"} first" : nil
  }

  /// Why this process cannot be signalled; `nil` where it can.
  func complaint(reaching process: ProcessName) -> String? {
    if let fault = doomed[process] {
      return "fault \(fault) may have killed the process \"\(process)\" by now; "
        + "await its exit and launch it again first"
    }
    switch lives[process] {
    case .running, .stopped: return nil
    case .ending, .ended:
      return "the process \"\(process)\" has ended before this step; launch it again first"
    case nil:
      let known = names
      let hint = known.isEmpty ? "" : " (launched so far: \(Found.list(known)))"
      return "no step before this one launches the process \"\(process)\"\(hint); launch it first"
    }
  }
}
