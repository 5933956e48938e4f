// Owns: the list of rules, and the order in which findings are reported.
// To add a rule: one file in `Rules`, one line here.

import AcceptanceModel

package enum RuleCatalog {
  /// The most informative first: what ended the client, then what names the mistake to correct,
  /// then what came of it, then what only says that something did not happen.
  package static let all: [any Rule.Type] = [
    SecretInOutput.self,
    ClientCrashed.self,
    NoAnswer.self,
    ContractBroken.self,
    AbilityDenied.self,
    NotQueued.self,
    TapRefused.self,
    WrongEndpoint.self,
    RedirectLeak.self,
    KeyMissing.self,
    KeyInvalid.self,
    KeyShared.self,
    OperationMerged.self,
    KeyChanged.self,
    BodyChanged.self,
    UnattributedSend.self,
    StoreDamaged.self,
    LostOnPowerLoss.self,
    RemovedEarly.self,
    FalseSuccess.self,
    StoppedSilently.self,
    LostOperation.self,
    DuplicateRecord.self,
    OverlappingSends.self,
    RetriedAfterStop.self,
    SentAfterDone.self,
    RetryAfterIgnored.self,
    RetryStorm.self,
    NotRestored.self,
    BlockedBehind.self,
    GaveUp.self,
    ProcessLeftBehind.self,
    CheckFailed.self,
    StillWaiting.self,
  ]

  package static var codes: Set<FindingCode> { Set(all.map { $0.code }) }

  /// Codes of rules that report what did not happen in time.
  package static let latenessCodes = Set(all.filter { $0.certainty == .unlessLate }.map { $0.code })

  /// Rules whose findings nothing that happens later takes back.
  static let finalRules = all.filter { $0.certainty == .onceSeen }

  /// Rules that only say that the scenario did not come true. They speak where no other does.
  static let fallbackRules: [any Rule.Type] = [CheckFailed.self, StillWaiting.self]
}
