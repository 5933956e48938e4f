import AcceptanceModel

/// A refusal that the network explains is `not-queued`.
package enum TapRefused: Rule {
  package static let code = FindingCode("tap-refused")
  package static let summary =
    "The client refused a tap, though it could write files and the server had refused nothing."
  package static let likelyCause =
    "The store can't be opened or written: a full disk, a read-only folder, a locked database."
  package static let followsFrom = [AbilityDenied.code]

  package static let explanation = RuleExplanation(
    meaning: """
      The client answered `submit` with a failure although nothing was wrong with the network. \
      The operation doesn't exist, so the scenario ends there.
      """,
    example: [
      "The client runs where no file may grow beyond 8 blocks.",
      "The user creates operation A.",
      "The database can't be extended; the client answers `submit` with a failure.",
    ],
    remedies: [
      .init(
        cause: "the disk is full, or `ulimit -f` is set",
        fix: """
          give the run a disk with room; only a scenario with `refuseFileWrites` expects a \
          refusal
          """),
      .init(
        cause: "the store is read-only or locked",
        fix: "keep it in ACCEPTANCE_HOME and nowhere else"),
      .init(
        cause: "the body is refused, e.g. by its size or its fields",
        fix: "accept what your users can enter, or give the table a `body` that fits"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    view.operations.compactMap { operation in
      guard let refused = operation.unexpectedRefusal,
        NotQueued.trouble(of: operation, before: refused, in: view) == nil
      else { return nil }
      return finding(
        operation.name,
        "the client refused the tap of operation \(operation.name): it answered `submit` with a"
          + " failure, so the operation does not exist; look for a full disk, a limit on file sizes"
          + " or a store that can't be opened",
        proof: [operation.submitted, refused])
    }
  }
}
