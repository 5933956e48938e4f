// Owns: which of an observation's texts are idempotency keys.

import AcceptanceModel

extension Observation {
  /// Keys that the client sent or said.
  var keys: [String] {
    let keys: [IdempotencyKey?] =
      switch self {
      case .client(.acknowledged(_, _, _, let key)): [key]
      case .client(.listed(_, let tasks)): tasks.map(\.key)
      case .server(.arrived(let send)): [send.key.key]
      case .client, .server, .runner: []
      }
    return keys.compactMap { $0?.text }
  }
}
