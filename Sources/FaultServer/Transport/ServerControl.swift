// Owns: what a connection's thread may ask of the whole server.

import AcceptanceModel

protocol ServerControl: AnyObject, Sendable {
  /// The listener closes; open connections go on.
  func takeDown()
  /// The server dies and starts again. Does not wait for the other connections.
  func crash(_ records: RecordsAfterRestart) throws(FaultServerError)
  /// A thread of its own continues with the connection, and ends it as `body` says; `false` where
  /// there is none: then the connection is still the caller's.
  func giveThread(
    to connectionHandler: ConnectionHandler,
    _ body: @escaping @Sendable (ConnectionHandler) -> Connection.Ending
  ) -> Bool
  /// The store, or the system, failed: the scenario can't be judged.
  func failed(_ error: FaultServerError)
  var isStopping: Bool { get }
  var swaps: AnswerExchange { get }
}
