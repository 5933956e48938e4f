// Owns: the list of named faults. Loading, `acceptance faults` and the self-tests read it.

package enum FaultCatalog {
  package static let all: [FaultKind] = [
    .lostAnswer,
    .resetBeforeCommit, .resetAfterCommit,
    .closeBeforeCommit, .closeAfterCommit,
    .stallBeforeCommit, .stallAfterCommit,
    .cutBody,
    .answerBeforeCommit, .answerAfterCommit,
    .conflict,
    .killClientBeforeCommit, .killClientAfterCommit,
    .holdBeforeCommit, .holdAfterCommit,
  ]

  package static func named(_ name: String) -> FaultKind? { all.first { $0.name == name } }
}
