// Owns: what a person may change in a fault server that runs, beside what a scenario's runner does.

import AcceptanceModel

/// A record without its content.
package struct RecordFacts: Sendable, Hashable {
  package let number: RecordNumber
  /// `nil` where the record was made without a key.
  package let key: IdempotencyKey?
  package let byteCount: Int
  /// SHA-256 of the payload, hex.
  package let digest: String
  /// Whether the server gave it another body.
  package let isReplaced: Bool
}

extension FaultServer {
  /// Each of the faults meets one of the requests to come, in this order, whatever their selectors.
  /// A fault whose point its request does not reach meets the next one. Their indexes go on from
  /// those of the faults before.
  package func meetNext(with faults: [PlannedFault]) {
    do {
      try prepare(for: faults)
    } catch {
      failed(error)
    }
    core.meetNext(faults)
  }

  /// Faults that no request has taken yet meet none.
  package func dropWaitingFaults() { core.dropWaiting() }

  /// Indexes of the faults that wait for a request, in their order.
  package var waitingFaults: [Int] { core.waitingFaults }

  /// Operations whose content and keys are unknown: each gets the next key that is new.
  package func expect(_ operations: [OperationName]) { core.expect(operations) }

  /// Gives the record another body: the next send under its key conflicts with it, where the
  /// contract compares bodies.
  ///
  /// - Returns: `false` where there is no such record.
  package func replaceBody(of record: RecordNumber) throws(FaultServerError) -> Bool {
    try core.replace(record)
  }

  /// The latest records, newest first.
  package func latestRecords(_ limit: Int) throws(FaultServerError) -> [RecordFacts] {
    try core.latestRecords(limit)
  }
}
