// Owns: the list of named faults. Loading, `acceptance faults` and the self-tests read it.

package enum FaultCatalog {
  package static let all: [FaultKind] = [
    [.lostAnswer, .resetBeforeCommit, .resetAfterCommit, .closeBeforeCommit, .closeAfterCommit],
    FaultKind.halfClosing,
    [.stallBeforeCommit, .stallAfterCommit],
    FaultKind.slow,
    [.cutBody, .cutBodyBeforeCommit],
    FaultKind.cutting,
    FaultKind.garbage,
    [.answerBeforeCommit, .answerAfterCommit],
    FaultKind.wrongAnswers,
    FaultKind.refusals,
    [.conflict, .killClientBeforeCommit, .killClientAfterCommit],
    [.holdBeforeCommit, .holdAfterCommit],
    FaultKind.crashes,
    FaultKind.connecting,
    FaultKind.refusing,
    FaultKind.uploading,
    FaultKind.keptAlive,
  ].flatMap { $0 }

  package static func named(_ name: String) -> FaultKind? { all.first { $0.name == name } }
}
