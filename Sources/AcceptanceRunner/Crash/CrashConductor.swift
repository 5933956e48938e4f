// Owns: when a run's client dies, and what was passed on the way. Does not own: what happens after a
// death (CrashRecovery).

import AcceptanceModel
import ClientDriving
import Dispatch
import FaultServer
import Synchronization

/// Hears of every point from the server's threads, the clients' queues and the runner; kills at the
/// one that is planned.
final class CrashConductor: Sendable {
  private struct State {
    var passages = CrashPassages()
    var sessions: [LaunchNumber: any ClientSession] = [:]
    var verbs: [LaunchNumber: [String]] = [:]
    var calls: [String]?
    var onStrike: (@Sendable () -> Void)?
  }

  /// A killed process is reaped within milliseconds; one that is stuck in the kernel is not waited for.
  private static let reapLimit: Duration = .seconds(30)
  /// A submit whose own send is held is answered after it: then nothing comes in this time.
  private static let answerLimit: Duration = .milliseconds(500)

  let plan: CrashPlan
  private let recorder: HistoryRecorder
  private let faultIndex: Int
  private let state: Mutex<State>

  /// - Parameter faultIndex: Of the plan's own fault, where it has one.
  init(plan: CrashPlan, recorder: HistoryRecorder, faultIndex: Int) {
    self.plan = plan
    self.recorder = recorder
    self.faultIndex = faultIndex
    state = Mutex(State(passages: CrashPassages(points: plan.points)))
  }

  /// Whether a death has come whose recovery has not begun.
  var isStruck: Bool { state.withLock { $0.passages.isStruck } }

  var passed: [CrashPoint] { state.withLock { $0.passages.passed } }

  var reachedCount: Int { state.withLock { $0.passages.reachedCount } }

  /// Whether the point that comes next is one that the tracer recognises.
  var nextIsCall: Bool { state.withLock { $0.passages.next?.isCall ?? false } }

  var next: CrashPoint? { state.withLock { $0.passages.next } }

  /// - Parameter handler: Called once at the next death, at once where it has come already.
  func whenStruck(_ handler: @escaping @Sendable () -> Void) {
    let isStruck = state.withLock { state in
      if !state.passages.isStruck { state.onStrike = handler }
      return state.passages.isStruck
    }
    if isStruck { handler() }
  }

  /// The relaunch begins: counting restarts with what follows.
  func resume() { state.withLock { $0.passages.resume() } }

  /// The tracer's log up to the first death; `nil` where there was none.
  var calls: [String]? { state.withLock { $0.calls } }

  func keep(_ calls: [String]) { state.withLock { $0.calls = $0.calls ?? calls } }

  // MARK: - What is heard

  /// Called on the server's thread, which is held until the client has been reaped.
  func reached(_ moment: ServerMoment) {
    guard strikes(.server(moment)) else { return }
    // A submit under way gets its answer first: a client that was never heard of owes nothing.
    hold(within: Self.answerLimit) { $0.openSubmits.isEmpty && $0.running.isSubset(of: $0.greeted) }
    killAll()
    hold(within: Self.reapLimit) { $0.running.isEmpty }
  }

  /// Blocks the server's thread.
  private func hold(
    within limit: Duration, until isSatisfied: @escaping @Sendable (RunState) -> Bool
  ) {
    let done = DispatchSemaphore(value: 0)
    Task { [recorder] in
      _ = await recorder.wait(within: limit, until: isSatisfied)
      done.signal()
    }
    done.wait()
  }

  /// A client that was launched while another died dies too.
  func launched(_ launch: LaunchNumber, _ session: any ClientSession) {
    let isStruck = state.withLock { state in
      state.sessions[launch] = session
      return state.passages.isStruck
    }
    if isStruck { kill(launch, session) }
  }

  func issued(_ verb: String, to session: any ClientSession) {
    state.withLock { state in
      let launch = state.sessions.first { $0.value.processID == session.processID }?.key
      if let launch { state.verbs[launch, default: []].append(verb) }
    }
  }

  /// Called on the client's queue, which must go on: its end comes there.
  func heard(_ event: SessionEvent, from launch: LaunchNumber) {
    let (id, moment): (Int, CommandMoment)
    switch event {
    case .commandWritten(let number): (id, moment) = (number, .written)
    case .answered(let number): (id, moment) = (number, .answered)
    case .output, .answeredLate, .breached, .exited: return
    }
    let verb = state.withLock { state in
      let verbs = state.verbs[launch] ?? []
      return verbs.indices.contains(id - 1) ? verbs[id - 1] : nil
    }
    if let verb, strikes(.command(verb, moment)) { killAll() }
  }

  func acted(faultIndex index: Int) {
    if index == faultIndex { _ = strikes(.fault) }
  }

  /// A process has ended. Where the tracer has killed it at its point, that is the death.
  ///
  /// - Returns: Whether the runner's signal is to be recorded before its end.
  func ended(_ launch: LaunchNumber, in folders: ScenarioFolders) -> Bool {
    state.withLock { $0.sessions[launch] = nil }
    guard nextIsCall, let tracing = plan.tracing, tracing.hasReached(in: folders),
      strikes(.call)
    else { return false }
    killAll()
    return true
  }

  private func strikes(_ event: CrashPassages.Event) -> Bool {
    let (strikes, handler) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.passages.pass(event) else { return (false, nil) }
      defer { state.onStrike = nil }
      return (true, state.onStrike)
    }
    if strikes { handler?() }
    return strikes
  }

  private func killAll() {
    for (launch, session) in state.withLock({ $0.sessions }) { kill(launch, session) }
  }

  private func kill(_ launch: LaunchNumber, _ session: any ClientSession) {
    guard recorder.live.running.contains(launch) else { return }
    recorder.append(.client(.signalled(launch, .kill)))
    session.signal(.kill)
  }
}
