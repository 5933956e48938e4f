// Owns: what a client without a long-lived process does when: which programs run, what ends it,
// and how it is said to have ended. Does not own: starting and signalling (CommandSession).

import AcceptanceModel

/// One launch of a one-shot client. There may be no process at all between two verbs.
struct CommandLife {
  enum Standing: Equatable {
    case open
    /// Asked to quit in order.
    case quitting
    /// Everything is being killed; how it will be said to have ended is certain already.
    case dying(ProcessExit)
    case ended(ProcessExit)
  }

  enum Event {
    /// - Parameter isApp: It is the app itself, so its end is the app's.
    case started(Int32, isApp: Bool)
    /// - Parameter byRunner: The runner killed it, because its deadline had passed.
    case ended(Int32, ProcessExit, byRunner: Bool)
    case quitAsked
    case killAsked
    /// An effect `.quit`, `.kill` or `.sweep` is done.
    case closingDone
  }

  enum Effect: Equatable {
    /// SIGKILL to the groups of these programs.
    case killGroups([Int32])
    /// Verbs `diagnostics` and `terminate`, or their substitutes.
    case quit
    /// Verb `kill`, then whatever programs that have ended left running.
    case kill
    /// Only the second half of `.kill`.
    case sweep
    case finish(ProcessExit)
  }

  private(set) var standing = Standing.open
  private(set) var running: Set<Int32> = []
  private var app: Int32?
  private var closingCount = 0
  /// How the app ended after it had been asked to quit.
  private var quitStatus = ProcessExit.status(0)

  /// How the session ends or ended, where that is certain.
  var over: ProcessExit? {
    switch standing {
    case .open, .quitting: nil
    case .dying(let status), .ended(let status): status
    }
  }

  mutating func handle(_ event: Event) -> [Effect] {
    switch (standing, event) {
    case (.open, .started(let process, let isApp)):
      running.insert(process)
      if isApp { app = process }
      return []
    case (.quitting, .started(let process, _)), (.dying, .started(let process, _)):
      running.insert(process)
      return [.killGroups([process])]
    case (.ended, .started(let process, _)):
      return [.killGroups([process])]
    case (.open, .ended(let process, let status, let byRunner)):
      running.remove(process)
      return endsApp(process, status, byRunner: byRunner) ? die(of: status) : []
    case (.quitting, .ended(let process, let status, _)):
      running.remove(process)
      if process == app { quitStatus = status.afterTerminate }
      return finishIfDone(quitStatus)
    case (.dying(let final), .ended(let process, _, _)):
      running.remove(process)
      return finishIfDone(final)
    case (.open, .quitAsked):
      standing = .quitting
      closingCount += 1
      return [.quit]
    case (.open, .killAsked), (.quitting, .killAsked):
      standing = .dying(.signal(LibC.kill))
      closingCount += 1
      return [.killGroups(running.sorted()), .kill]
    case (.quitting, .closingDone):
      closingCount -= 1
      return finishIfDone(quitStatus)
    case (.dying(let final), .closingDone):
      closingCount -= 1
      return finishIfDone(final)
    case (.quitting, .quitAsked), (.dying, .quitAsked), (.dying, .killAsked), (.ended, .ended),
      (.ended, .quitAsked), (.ended, .killAsked), (.ended, .closingDone), (.open, .closingDone):
      return []
    }
  }

  /// A program that a signal ended has crashed, unless it was the runner's own signal.
  private func endsApp(_ process: Int32, _ status: ProcessExit, byRunner: Bool) -> Bool {
    if process == app { return true }
    if case .signal = status { return !byRunner }
    return false
  }

  private mutating func die(of status: ProcessExit) -> [Effect] {
    standing = .dying(status)
    closingCount += 1
    return [.killGroups(running.sorted()), .sweep]
  }

  private mutating func finishIfDone(_ status: ProcessExit) -> [Effect] {
    guard running.isEmpty, closingCount == 0 else { return [] }
    standing = .ended(status)
    return [.finish(status)]
  }
}

extension ProcessExit {
  /// Ended by the SIGTERM that asked it to quit: by default, or as shells and Java say it (143).
  fileprivate var afterTerminate: ProcessExit {
    switch self {
    case .signal(LibC.terminate), .status(128 + LibC.terminate): .status(0)
    case .signal, .status: self
    }
  }
}
