import AcceptanceModel
import ClientDriving
import FaultServer

/// One instant of a scenario at which its client, its machine or its connection dies. Numbers count
/// from 1, from the scenario's start or, for a second death, from the relaunch after the first.
package enum CrashPoint: Sendable, Hashable {
  case server(ServerMoment, number: Int)
  /// The verb's n-th contract command.
  case command(String, CommandMoment, number: Int)
  /// The n-th system call that changes the client's home.
  case call(number: Int, CallSide)
  /// Before the n-th system call that makes data durable.
  case sync(number: Int)
  /// A fault of the network or the server instead of a death of the client.
  case fault(PlannedFault)
}

package enum CommandMoment: String, Sendable, Hashable, CaseIterable {
  /// Handed to the client's stdin.
  case written
  /// Its answer was read.
  case answered
}

package enum CallSide: String, Sendable, Hashable, CaseIterable {
  case before
  case after
}

/// What is done to one run of a scenario.
package struct CrashPlan: Sendable {
  /// In their order; the second is counted from the relaunch after the first.
  package var points: [CrashPoint]
  /// `nil`: system calls are not watched.
  package var tracing: CallTracing?
  /// Called between death and relaunch where the machine loses power: replaces the home's contents
  /// by what was durable. `nil`: the process dies alone.
  package var loseContents: (@Sendable (ScenarioFolders) throws -> Void)?

  package init(
    points: [CrashPoint], tracing: CallTracing? = nil,
    loseContents: (@Sendable (ScenarioFolders) throws -> Void)? = nil
  ) {
    self.points = points
    self.tracing = tracing
    self.loseContents = loseContents
  }
}

/// What was seen of a run that was to be interrupted.
package struct CrashRunReport: Sendable {
  package var scenario: ScenarioReport
  /// The points that the run passed before its first death, in their order; without system calls.
  package var passed: [CrashPoint]
  /// How many of the plan's points were reached.
  package var reachedCount: Int
  /// The tracer's log; empty where system calls were not watched.
  package var calls: [String]

  package init(
    scenario: ScenarioReport, passed: [CrashPoint] = [], reachedCount: Int = 0,
    calls: [String] = []
  ) {
    self.scenario = scenario
    self.passed = passed
    self.reachedCount = reachedCount
    self.calls = calls
  }
}
