// Owns: whether a scenario is run once more, and what was seen in one run of it that says so.
// Does not own: running it (TableRun) or judging it (Judge).

import AcceptanceModel
import Judge

/// A scenario is run again where its run proves nothing: where a fault never got the chance to act,
/// since a client may give up on a held send before the runner has looked; and where all that was
/// found rests on time while the machine was too busy for time to mean anything. Whatever else a
/// client is found to do wrong is told the first time.
struct Tries {
  /// How often a scenario is run at most; the last run's verdict stands.
  static let limit = 3
  /// So many threads for each processor wait or run when time means nothing any more: a client that
  /// asks for a tenth of a second's work then gets it half a second later.
  static let busyLoad = 3.0

  private let doubtsLateness: Bool
  private(set) var count = 0

  /// - Parameter doubtsLateness: Whether a failure that rests on time is ever tried again.
  init(doubtsLateness: Bool = true) { self.doubtsLateness = doubtsLateness }

  /// What the next run's waits are multiplied with: a late machine is given more time each time.
  var patience: Int { wasBusy ? 1 << count : 1 }
  private var wasBusy = false

  /// - Parameter load: The machine's mean load for each processor during the run.
  /// - Returns: Whether to run it again.
  mutating func take(_ verdict: Verdict, load: Double) -> Bool {
    count += 1
    wasBusy = load >= Self.busyLoad
    guard count < Self.limit else { return false }
    switch verdict {
    case .error(.stepImpossible), .error(.faultNotReached), .error(.premiseMissed): return true
    case .error(.clientNotStarted): return wasBusy
    case .failed(let findings):
      return doubtsLateness && wasBusy
        && findings.allSatisfy { RuleCatalog.codesOnTime.contains($0.code) }
    case .error, .notFinished, .passed, .knownFailure, .skipped: return false
    }
  }
}
