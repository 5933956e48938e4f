// Owns: why a scenario's steps end before their last one.

import AcceptanceModel

enum StepFailure: Error {
  /// The history has the rest: an await timed out, a command had no answer.
  case judged
  /// The client lacks an ability that the scenario needs.
  case skipped(reason: Message)
  case error(RunnerError)
}
