// Owns: one line of evidence before it is chained, and the words for what lines are about.

import AcceptanceModel

package struct EvidenceRecord: Sendable, Hashable {
  package let kind: EvidenceKind
  /// Since the scenario's start; zero for lines that are about no moment.
  package let at: Duration
  package let fields: [Field: EvidenceValue]

  init(_ kind: EvidenceKind, at: Duration = .zero, _ fields: [Field: EvidenceValue?] = [:]) {
    self.kind = kind
    self.at = at
    self.fields = fields.compactMapValues { $0 }
  }
}

/// The `kind` field of a line.
package enum EvidenceKind: String, Sendable, Hashable, CaseIterable {
  case header, terms, verdict, end

  case launched, greeted, submitted, acknowledged, submitRefused, submitUnanswered, synced
  case retryAsked, damaged, listed, signalled, exited, unanswered, contractBroken, leftBehind
  case secretSeen, abilityDenied

  case listening, serverDown, serverUp, serverRestarted, connected, arrived, partial, strayed
  case followedRedirect, foreign, strayAnswered, answerBroken
  case committed, recordReplaced, recordsLost, clockMoved, faultActed, held, released, answered
  case ended

  case stepBegan, awaitFailed, checkFailed, stepsEnded
}
