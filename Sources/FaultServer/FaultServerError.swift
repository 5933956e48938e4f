// Owns: what can keep the fault server from doing its work.

import AcceptanceModel

package enum FaultServerError: Error, Sendable, Hashable {
  /// The port could not be bound; `errno` says why.
  case portNotBound(port: Int, errno: Int32)
  case noDescriptors(errno: Int32)
  case noThreads
  case alreadyStarted
  /// `reason` as below.
  case storeNotOpened(reason: String)
  /// The file is SQLite's, with tables that are not ours.
  case storeForeign
  /// `reason` is the store's own word, e.g. `disk full`; it quotes no record.
  case storeFailed(reason: String)
}

/// `reason` is the store's library's.
extension FaultServerError: OwnWords {
  package var description: String {
    switch self {
    case .portNotBound(let port, let errno):
      "the fault server could not bind 127.0.0.1:\(port) (\(SystemError.text(errno))); "
        + "port 0 takes any free one"
    case .noDescriptors(let errno):
      "the fault server could not open a descriptor (\(SystemError.text(errno)))"
    case .noThreads:
      "the fault server could not start a thread; the system's limit for the user's processes counts "
        + "them too"
    case .alreadyStarted: "the fault server was started before; make a new one for each run"
    case .storeNotOpened(let reason):
      "the fault server's record store could not be opened (\(reason)); a file of an earlier run, or "
        + "a new one in a folder that exists and may be written to, is wanted"
    case .storeForeign:
      "the fault server's record store is an SQLite file with tables of another program, and was left "
        + "as it is; name a new file, or one that acceptance has made"
    case .storeFailed(let reason): "the fault server's record store failed: \(reason)"
    }
  }
}
