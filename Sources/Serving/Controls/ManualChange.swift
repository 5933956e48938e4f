// Owns: what a person can do to the server, and why it may not be done.

import AcceptanceModel

enum ManualChange: Sendable {
  /// Each of these meets one of the next requests, in this order.
  case meetNext([PlannedFault])
  case dropWaiting
  case offline
  case online
  /// `nil`: every request that is held.
  case release(RequestNumber?)
  case poison(RecordNumber)
  /// No requests, no records, the plan from its beginning, online.
  case reset
  /// The same with another plan.
  case plan([PlannedFault])
}

enum HandError: Error, Sendable, Hashable {
  case notReadable(wanted: String)
  case noSuchRecord
  case tooManyFaults(limit: Int)
  /// The loader's sentences.
  case wrongFaults(String)
  case server(String)
}

extension HandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notReadable(let wanted): "the request's body cannot be read; \(wanted) is wanted"
    case .noSuchRecord: "there is no record of this number; GET /records lists them"
    case .tooManyFaults(let limit): "at most \(limit) faults can wait for their request"
    case .wrongFaults(let sentences): sentences
    case .server(let sentence): sentence
    }
  }
}
