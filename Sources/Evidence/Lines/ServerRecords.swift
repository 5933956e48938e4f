// Owns: what is written down of a server observation. An answer is recorded by reference: status,
// which content, how far it was delivered, and the numbers that may be shown.

import AcceptanceModel

extension Redactor {
  func serverFields(
    _ seen: ServerObservation, showing numbers: Set<String>
  ) -> (EvidenceKind, RecordFields) {
    switch seen {
    case .listening: return (.listening, [:])
    case .down: return (.serverDown, [:])
    case .up: return (.serverUp, [:])
    case .restarted(let records): return (.serverRestarted, [.records: .word(ProductWord(records))])
    case .connected(let connection): return (.connected, [.connection: number(connection)])
    case .arrived(let send): return (.arrived, sendFields(send))
    case .partial(let request, let connection, let bodyBytes):
      let fields: RecordFields = [
        .request: number(request), .connection: number(connection),
        .bodySize: .size(SizeBucket(byteCount: bodyBytes)),
      ]
      return (.partial, fields)
    case .strayed(let request, let connection, let kind):
      let fields: RecordFields = [
        .request: number(request), .connection: number(connection),
        .stray: .word(ProductWord(kind)),
      ]
      return (.strayed, fields)
    case .foreign(let request, let connection, let sender):
      let fields: RecordFields = [
        .request: number(request), .connection: number(connection),
        .sender: .word(ProductWord(sender)),
      ]
      return (.foreign, fields)
    case .followedRedirect(let request, let connection, let cargo):
      var fields: RecordFields = [
        .request: number(request), .connection: number(connection),
        .hasKey: .flag(cargo.hasKey), .hasCredential: .flag(cargo.hasCredential),
        .bodySize: .size(SizeBucket(byteCount: cargo.bodyByteCount)),
      ]
      fields[.operation] = cargo.operation.map { .file(fileWord($0.text)) }
      return (.followedRedirect, fields)
    case .committed(let record, let request):
      return (.committed, [.record: .integer(record.number), .request: number(request)])
    case .recordReplaced(let record, let request):
      return (.recordReplaced, [.record: .integer(record.number), .request: number(request)])
    case .recordsLost: return (.recordsLost, [:])
    case .clockMoved(let duration): return (.clockMoved, [.movedByMs: .time(duration)])
    case .faultActed(let index, let request, let connection):
      var fields: RecordFields = [.fault: .integer(index), .connection: number(connection)]
      fields[.request] = request.map { number($0) }
      return (.faultActed, fields)
    case .held(let request): return (.held, [.request: number(request)])
    case .released(let request): return (.released, [.request: number(request)])
    case .answered(let request, let answer):
      let fields = answerFields(answer, showing: numbers)
      return (.answered, fields.merging([.request: number(request)]) { $1 })
    case .answerBroken(let request, let broken):
      return (.answerBroken, brokenFields(broken).merging([.request: number(request)]) { $1 })
    case .strayAnswered(let request, let status):
      return (.strayAnswered, [.request: number(request), .status: .integer(status)])
    case .ended(let request, let end):
      return (.ended, [.request: number(request), .end: .word(ProductWord(end))])
    }
  }

  private func number(_ request: RequestNumber) -> EvidenceValue { .integer(request.number) }

  private func number(_ connection: ConnectionNumber) -> EvidenceValue {
    .integer(connection.number)
  }

  private func sendFields(_ send: SendFacts) -> RecordFields {
    var fields = keyFields(send.key.key)
    fields[.request] = number(send.request)
    fields[.connection] = number(send.connection)
    fields[.sendOfOperation] = .integer(send.sendOfOperation)
    fields[.sendOfKey] = .integer(send.sendOfKey)
    if send.isCredentialRepeated { fields[.credentialRepeated] = .flag(true) }
    if send.isSenderUnknown { fields[.senderUnknown] = .flag(true) }
    if send.hasCredential { fields[.hasCredential] = .flag(true) }
    fields[.bodySize] = .size(SizeBucket(byteCount: send.body.byteCount))
    // A digest alone would let short bodies be guessed, so it is keyed once more.
    fields[.body] = .token(token("body", send.body.digest.utf8))
    fields[.bodyCanonical] = send.body.canonicalDigest.map {
      .token(token("bodyCanonical", $0.utf8))
    }
    fields[.bodyWithoutKey] = send.body.digestWithoutKey.map {
      .token(token("bodyWithoutKey", $0.utf8))
    }
    switch send.attribution {
    case .marker(let operation):
      fields[.attribution] = .word("marker")
      fields[.operation] = .file(fileWord(operation.text))
    case .key(let operation):
      fields[.attribution] = .word("key")
      fields[.operation] = .file(fileWord(operation.text))
    case .none: fields[.attribution] = .word("none")
    }
    if let shape = send.shape { fields.merge(shapeFields(shape)) { $1 } }
    switch send.key {
    case .missing: break
    case .present(_, let spelling): fields[.spelling] = .word(ProductWord(spelling))
    case .invalid(_, let flaw): fields[.flaw] = .word(ProductWord(flaw))
    }
    return fields
  }

  /// The bytes are the server's own, so their counts need no buckets.
  private func brokenFields(_ broken: BrokenAnswer) -> RecordFields {
    var fields: RecordFields = [
      .defect: .word(ProductWord(broken.defect)), .writtenBytes: .integer(broken.byteCount),
    ]
    fields[.status] = broken.status.map { .integer($0) }
    if broken.isHTTP10 { fields[.http10] = .flag(true) }
    fields[.promisedBytes] = broken.promisedByteCount.map { .integer($0) }
    return fields
  }

  private func shapeFields(_ shape: RequestShape) -> RecordFields {
    func size(_ parts: RequestShape.Parts) -> EvidenceValue {
      .size(SizeBucket(byteCount: parts.byteCount))
    }
    var fields: RecordFields = [
      .headerCount: .integer(shape.headers.count), .headersSize: size(shape.headers),
      .queryCount: .integer(shape.query.count), .querySize: size(shape.query),
      .cookieCount: .integer(shape.cookies.count), .cookiesSize: size(shape.cookies),
    ]
    fields[.partCount] = shape.multipart.map { .integer($0.count) }
    fields[.partsSize] = shape.multipart.map(size)
    return fields
  }

  private func answerFields(_ answer: AnswerFacts, showing names: Set<String>) -> RecordFields {
    let numbers = answer.numbers.members.filter { names.contains($0.name) }
    var fields: RecordFields = [
      .status: .integer(answer.status),
      .content: .word(ProductWord(answer.content)),
      .delivery: .word(ProductWord(answer.delivery)),
      .isReplay: .flag(answer.isReplay),
      .numbers: .list(
        numbers.map { number in
          .fields([.name: .file(fileWord(number.name)), .value: .integer(number.value)])
        }),
    ]
    fields[.retryAfterMs] = answer.retryAfter.map { .time($0) }
    fields[.refusal] = answer.refusal.map { .word(ProductWord($0)) }
    return fields
  }
}
