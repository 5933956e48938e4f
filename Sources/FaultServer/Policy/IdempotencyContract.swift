// Owns: what the server's contract makes of a complete send: a record, a replay, a refusal.
// Does not own: where records are kept (RecordStore) or how answers look (AnswerMaker).

import AcceptanceModel

/// What became of a send.
enum Processed: Sendable, Hashable {
  /// Nothing was recorded or looked up.
  case refused(status: Int)
  case committed(StoredRecord, attempts: Int, recordCount: Int)
  case replayed(StoredRecord, attempts: Int, recordCount: Int)
  /// The record under this key has another body.
  case conflict(StoredRecord, attempts: Int)
}

struct IdempotencyContract: Sendable {
  let spec: ServerSpec

  /// The status of a send that the contract refuses whatever is recorded; `nil` for a valid one.
  func refusal(key: KeyFacts, body: BodyReading) -> Int? {
    if spec.key != .none, (key.key?.text ?? "").isEmpty { return spec.missingKeyStatus }
    guard !body.bytes.isEmpty else { return 400 }
    return spec.body == .json && body.json == nil ? 400 : nil
  }

  /// - Parameter bindsKey: `false` for a server that dies between making the record and storing
  ///   its key.
  func process(
    key: KeyFacts, body: BodyReading, in store: any RecordStore, now: Int, bindsKey: Bool = true
  ) throws(FaultServerError) -> Processed {
    if let status = refusal(key: key, body: body) { return .refused(status: status) }
    guard spec.key != .none, let key = key.key else {
      let record = try store.insert(key: nil, payload: body.bytes, madeAt: now)
      return .committed(record, attempts: 1, recordCount: try store.recordCount())
    }
    let attempts = try store.countAttempt(key)
    guard let record = try store.record(for: key) else {
      let record = try store.insert(
        key: bindsKey ? key : nil, payload: body.bytes, madeAt: now)
      return .committed(record, attempts: attempts, recordCount: try store.recordCount())
    }
    guard isSame(body, as: record.payload) else { return .conflict(record, attempts: attempts) }
    return .replayed(record, attempts: attempts, recordCount: try store.recordCount())
  }

  private func isSame(_ body: BodyReading, as payload: [UInt8]) -> Bool {
    guard spec.body == .json else { return body.bytes == payload }
    guard let json = body.json, let recorded = PermissiveJSON.parse(payload) else {
      return body.decoded == payload
    }
    return PayloadEquality.areEqual(json, recorded)
  }
}
