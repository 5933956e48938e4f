// Owns: all that the page and the API show, at one instant.

import AcceptanceModel

struct ServingView: Sendable {
  struct Planned: Sendable {
    let kind: String
    /// Whom it meets, in words.
    let meets: String
    let hasActed: Bool
  }

  let addresses: ServingSession.Addresses?
  let spec: ServerSpec
  let seen: Seen
  let plan: [Planned]
  /// Kinds of the faults that wait for a request, in their order.
  let waiting: [String]
  /// Newest first.
  let records: [SeenRecord]
  /// All of them, also those that are not listed.
  let recordCount: Int
  /// Why the server cannot be trusted any more; `nil` while it can.
  let failure: String?
}
