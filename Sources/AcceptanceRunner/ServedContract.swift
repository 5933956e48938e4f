// Owns: what a server's own idempotency contract changes in the rows of the answer contract.
// Does not own: the rows (AnswerContract) or what a table overrides in them: that wins.

import AcceptanceModel

extension AnswerContract {
  /// A status by which the server says that the first send of a key is still being worked on means
  /// "later"; one by which it answers every replay says that the write is there. Where the same
  /// status also refuses another body for good, a client can't distinguish them, and both
  /// interpretations are right.
  package func served(by server: ServerSpec) -> AnswerContract {
    var contract = self
    func take(_ status: Int, _ duty: ClientObligation) {
      guard contract.overrides[status] == nil else { return }
      let isAmbiguous = server.fingerprint != .none && status == server.conflictStatus
      contract.overrides[status] = isAmbiguous ? .either : duty
    }
    if case .refuse(let status) = server.inProgress { take(status, .keep) }
    if server.replay == .refusedWithID { take(server.conflictStatus, .either) }
    return contract
  }
}
