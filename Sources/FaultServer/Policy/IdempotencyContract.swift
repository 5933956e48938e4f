// Owns: what the server's contract makes of a complete send: a record, a replay, a refusal.
// Does not own: where records are kept (RecordStore) or how answers look (ResponseBuilder).

import AcceptanceModel
import SystemLibrary

/// What became of a send. Indirect: it is handed on often, and holds much.
indirect enum Processed: Sendable, Hashable {
  /// Nothing was recorded or looked up.
  case refused(status: Int, RefusalReason)
  case committed(StoredRecord, attempts: Int, recordCount: Int)
  /// `stored`: the answer to repeat, where the contract repeats answers and has one.
  case replayed(StoredRecord, attempts: Int, recordCount: Int, stored: Answer?)
  /// The record under this key has another body.
  case conflict(StoredRecord, attempts: Int)

  var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  var record: StoredRecord? {
    switch self {
    case .refused: nil
    case .committed(let record, _, _), .replayed(let record, _, _, _), .conflict(let record, _):
      record
    }
  }
}

/// A class: every request asks it, and a specification is large to copy.
final class IdempotencyContract: Sendable {
  let spec: ServerSpec

  init(spec: ServerSpec) { self.spec = spec }

  /// Why the contract refuses the send, whatever is recorded; `nil` for a valid one.
  func refusal(key: KeyFacts, body: BodyReading) -> (status: Int, reason: RefusalReason)? {
    let status = spec.missingKeyStatus
    if spec.key != .none {
      let text = key.key?.text ?? ""
      if text.isEmpty, spec.requiresKey || key.key != nil {
        return (status, key.key == nil ? .missingKey : .emptyKey)
      }
      // No server reads a header with a control character in it.
      if spec.keyHeader != nil, text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
      {
        return (status, .controlCharacterInKey)
      }
      if !isSpelt(key) {
        return (status, spec.keySpelling == .quoted ? .keyNotQuoted : .keyQuoted)
      }
      if text.count > spec.keyLengthLimit { return (status, .keyTooLong) }
    }
    return body.isValid(spec.body) ? nil : (400, .invalidBody)
  }

  private func isSpelt(_ key: KeyFacts) -> Bool {
    guard case .header = spec.key, case .present(_, let spelling) = key else { return true }
    switch spec.keySpelling {
    case .any: return true
    case .quoted: return spelling == .quoted
    case .bare: return spelling == .bare
    }
  }

  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - bindsKey: `false` for a server that dies between making the record and storing its key.
  func process(
    key: KeyFacts, head: RequestHead, body: BodyReading, in store: any RecordStore, now: Int,
    bindsKey: Bool = true
  ) throws(FaultServerError) -> Processed {
    if let refusal = refusal(key: key, body: body) {
      return .refused(status: refusal.status, refusal.reason)
    }
    let payload = fingerprint(head: head, body: body)
    guard spec.key != .none, let key = key.key else {
      let record = try store.insert(key: nil, payload: payload, madeAt: now)
      return .committed(record, attempts: 1, recordCount: try store.recordCount())
    }
    if let retention = spec.retention, let old = try store.record(for: key),
      .seconds(now - old.madeAt) >= retention
    {
      try store.forget(key)
    }
    let attempts = try store.countAttempt(key)
    guard let record = try store.record(for: key) else {
      let record = try store.insert(key: bindsKey ? key : nil, payload: payload, madeAt: now)
      return .committed(record, attempts: attempts, recordCount: try store.recordCount())
    }
    guard isSame(payload, body, record.payload) else {
      return .conflict(record, attempts: attempts)
    }
    let stored = spec.replay == .stored ? try store.answer(for: key) : nil
    return .replayed(
      record, attempts: attempts, recordCount: try store.recordCount(), stored: stored)
  }

  /// Whether a replay may repeat this answer.
  func keeps(_ answer: Answer) -> Bool {
    guard spec.replay == .stored else { return false }
    if (200..<300).contains(answer.status) { return true }
    return spec.storedAnswers == .all && answer.status <= 500 && answer.status >= 400
  }

  private func fingerprint(head: RequestHead, body: BodyReading) -> [UInt8] {
    switch spec.fingerprint {
    case .content: body.content(spec.body)
    case .bytes: body.bytes
    case .methodPathAndContent:
      Array("\(head.method) \(head.target)\n".utf8) + body.content(spec.body)
    // Never compared; it is what was recorded all the same.
    case .none: body.content(spec.body)
    }
  }

  private func isSame(_ new: [UInt8], _ body: BodyReading, _ recorded: [UInt8]) -> Bool {
    var recorded = recorded[...]
    switch spec.fingerprint {
    case .none: return true
    case .bytes: return isEqual(recorded, new)
    case .content: break
    case .methodPathAndContent:
      let line = new.prefix { $0 != 0x0A }
      guard recorded.starts(with: line + [0x0A]) else { return false }
      recorded = recorded.dropFirst(line.count + 1)
    }
    // Equal bytes mean the same, but for a NaN on its own.
    if body.hasCanonicalForm, isEqual(recorded, body.bytes) { return true }
    guard spec.body == .json || spec.body == .batch, let json = body.json,
      let other = PermissiveJSON.parse(Array(recorded))
    else { return isEqual(recorded, body.content(spec.body)) }
    return PayloadEquality.areEqual(json, other)
  }

  /// All bytes at once: element by element, a megabyte takes a debug build longer than a client
  /// waits, and the server falls behind its clients' retries.
  private func isEqual(_ left: ArraySlice<UInt8>, _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }
}
