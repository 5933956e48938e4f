// Owns: what a place for records must be able to do. Does not own: when (IdempotencyContract).

import AcceptanceModel

struct StoredRecord: Sendable, Hashable {
  let number: RecordNumber
  /// `nil` where the record was made without a key, or is not found by it.
  var key: IdempotencyKey?
  /// What a later send under the same key is compared with.
  var payload: [UInt8]
  /// Seconds since 1970.
  let madeAt: Int
}

/// Called under the server's lock, one call at a time.
///
/// What happens between `begin` and `commit` is kept whole or not at all, and durable once `commit`
/// has returned, as far as the store is durable.
protocol RecordStore: AnyObject {
  func begin() throws(FaultServerError)
  func commit() throws(FaultServerError)
  func rollBack() throws(FaultServerError)
  func record(for key: IdempotencyKey) throws(FaultServerError) -> StoredRecord?
  func record(_ number: RecordNumber) throws(FaultServerError) -> StoredRecord?
  /// The latest records, newest first, `limit` at most.
  func latest(_ limit: Int) throws(FaultServerError) -> [StoredRecord]
  /// Any record of another key; the earliest.
  func record(notFor key: IdempotencyKey?) throws(FaultServerError) -> StoredRecord?
  /// Makes a record; with a key it is found by it at once.
  func insert(
    key: IdempotencyKey?, payload: [UInt8], madeAt: Int
  ) throws(FaultServerError) -> StoredRecord
  /// From now on the record is found by this key.
  func bind(_ key: IdempotencyKey, to record: RecordNumber) throws(FaultServerError)
  /// From now on the key is unknown; the record stays.
  func forget(_ key: IdempotencyKey) throws(FaultServerError)
  func replacePayload(of record: RecordNumber, with payload: [UInt8]) throws(FaultServerError)
  func saveAnswer(_ answer: Answer, for key: IdempotencyKey) throws(FaultServerError)
  func answer(for key: IdempotencyKey) throws(FaultServerError) -> Answer?
  /// Counts one more processed send of the key; returns how many there are now.
  func countAttempt(_ key: IdempotencyKey) throws(FaultServerError) -> Int
  func recordCount() throws(FaultServerError) -> Int
  func removeAll() throws(FaultServerError)
}

extension RecordStore {
  /// Undoes everything where `body` throws.
  func transaction<Result>(
    _ body: () throws(FaultServerError) -> Result
  ) throws(FaultServerError) -> Result {
    try begin()
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      do {
        try rollBack()
      } catch let second {
        throw FaultServerError.storeFailed(reason: "\(error); then undoing failed: \(second)")
      }
      throw error
    }
  }
}
