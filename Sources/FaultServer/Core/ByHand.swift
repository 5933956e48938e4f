// Owns: what a person changes in a server that runs: the faults to come, records, the whole state.

import AcceptanceModel
import Digests
import Synchronization

extension ServerCore {
  func meetNext(_ faults: [PlannedFault]) {
    state.withLock { state in
      state.plan.meetNext(faults)
      planChanged(state)
    }
  }

  func dropWaiting() { state.withLock { $0.plan.dropWaiting() } }

  var waitingFaults: [Int] { state.withLock { $0.plan.waiting } }

  func expect(_ operations: [OperationName]) { state.withLock { $0.book.expect(operations) } }

  /// Gives the record another body; `false` where there is no such record.
  func replace(_ record: RecordNumber) throws(FaultServerError) -> Bool {
    try state.withLock { (state) throws(FaultServerError) in
      guard try state.store.record(record) != nil else { return false }
      try state.store.replacePayload(of: record, with: Self.otherPayload)
      return true
    }
  }

  func latestRecords(_ limit: Int) throws(FaultServerError) -> [RecordFacts] {
    let records = try state.withLock { (state) throws(FaultServerError) in
      try state.store.latest(limit)
    }
    return records.map { record in
      RecordFacts(
        number: record.number, key: record.key, byteCount: record.payload.count,
        digest: SHA256Digest.hex(SHA256Digest.hash(record.payload)),
        isReplaced: record.payload == Self.otherPayload)
    }
  }

  /// To be called when no connection is open.
  func startAnew(_ faults: [PlannedFault]) {
    state.withLock { state in
      state.plan = FaultPlan(faults)
      state.book = OperationAttribution()
      requestCount.store(0, ordering: .releasing)
      state.connectionCount = 0
      planChanged(state)
      observe(.listening)
    }
  }
}
