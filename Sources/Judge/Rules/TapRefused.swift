import AcceptanceModel

/// A refusal that the network explains is `not-queued`.
package enum TapRefused: Rule {
  package static let code = FindingCode("tap-refused")
  package static let summary =
    "The client refused a tap, though it could write files and the server had refused nothing."
  package static let likelyCause =
    "The store can't be opened or written: a full disk, a read-only folder, a locked database."

  package static func findings(in reading: Reading) -> [Finding] {
    reading.operations.compactMap { operation in
      guard let refused = operation.unexpectedRefusal,
        NotQueued.trouble(of: operation, before: refused, in: reading) == nil
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
