// Owns: which interrupted runs a scenario gets, from what its uninterrupted run has passed.

import AcceptanceModel
import AcceptanceRunner
import FaultServer

package struct TrialList: Sendable {
  /// What is asked for.
  package struct Scope: Sendable, Hashable {
    /// 1, or 2: a second kill after the relaunch.
    package var depth: Int
    /// Whether the system calls of this client can be watched here.
    package var watchesCalls: Bool
    /// Empty: no power loss.
    package var images: [DurableImageKind]

    package init(depth: Int = 1, watchesCalls: Bool = false, images: [DurableImageKind] = []) {
      self.depth = depth
      self.watchesCalls = watchesCalls
      self.images = images
    }
  }

  package let scope: Scope

  package init(_ scope: Scope) { self.scope = scope }

  /// What the uninterrupted run has passed.
  package struct Probe: Sendable, Hashable {
    package var passed: [CrashPoint]
    package var callCount: Int
    package var syncCount: Int

    package init(passed: [CrashPoint], callCount: Int = 0, syncCount: Int = 0) {
      self.passed = passed
      self.callCount = callCount
      self.syncCount = syncCount
    }
  }

  package func trials(for probe: Probe) -> [CrashTrial] {
    var trials = probe.passed.map { CrashTrial(.kill, $0) } + faults(probe)
    if scope.watchesCalls {
      trials += callTrials(numbers: 1..<(probe.callCount + 1))
      trials += powerLosses(probe)
    }
    guard scope.depth > 1 else { return trials }
    return trials + trials.flatMap(deeper)
  }

  package func callTrials(numbers: Range<Int>) -> [CrashTrial] {
    numbers.flatMap { number in
      CallSide.allCases.map { CrashTrial(.kill, .call(number: number, $0)) }
    }
  }

  /// Between two syncs what is durable stays the same, so each power loss comes at the last moment
  /// before a sync, or when somebody outside has just learnt of something.
  private func powerLosses(_ probe: Probe) -> [CrashTrial] {
    let told = probe.passed.filter { point in
      switch point {
      case .command(_, .answered, _), .server(.afterCommit, _), .server(.answerEnded, _): true
      case .command, .server, .call, .sync, .fault: false
      }
    }
    let points = (1..<(probe.syncCount + 1)).map { CrashPoint.sync(number: $0) } + told
    return points.flatMap { point in
      scope.images.map { CrashTrial(.powerLoss($0), point) }
    }
  }

  private func faults(_ probe: Probe) -> [CrashTrial] {
    let requests = probe.passed.count {
      if case .server(.headersRead, _) = $0 { true } else { false }
    }
    return (1..<(requests + 1)).flatMap { request in
      CrashFault.allCases.flatMap { fault in
        CrashFault.places.compactMap { place -> CrashTrial? in
          let planned = fault.planned(at: place.point, request: request)
          // Without keep-alive a connection is closed after its answer anyway.
          if place.point == .answerEnd, fault != .reset { return nil }
          if fault == .serverCrash, planned.point.isBeforeBodyEnd { return nil }
          return planned.isPossible ? CrashTrial(.fault, .fault(planned)) : nil
        }
      }
    }
  }

  /// Where the client is killed once more, counted from its relaunch.
  package static let secondPoints: [CrashPoint] = [
    .command("hello", .written, number: 1), .command("hello", .answered, number: 1),
    .server(.bodyRead, number: 1), .server(.afterCommit, number: 1),
    .server(.answerEnded, number: 1),
  ]

  private func deeper(_ trial: CrashTrial) -> [CrashTrial] {
    guard trial.event == .kill, trial.points.count == 1 else { return [] }
    return Self.secondPoints.map { CrashTrial(.kill, points: trial.points + [$0]) }
  }
}
