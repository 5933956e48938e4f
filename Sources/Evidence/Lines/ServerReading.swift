// Owns: the inverse of ServerRecords. Sizes come back as the lowest of their bucket.

import AcceptanceModel

extension FactReader {
  func serverState(_ kind: EvidenceKind) throws(EvidenceError) -> ServerObservation {
    switch kind {
    case .listening: .listening
    case .serverDown: .down
    case .serverUp: .up
    case .serverRestarted: .restarted(try word(.records))
    case .connected: .connected(try connection())
    case .recordsLost: .recordsLost
    case .clockMoved: .clockMoved(try time(.movedByMs))
    default: throw wrong(.kind, "an observation of the server")
    }
  }

  func requestSeen(_ kind: EvidenceKind) throws(EvidenceError) -> ServerObservation {
    switch kind {
    case .arrived: .arrived(try send())
    case .partial:
      .partial(try request(), try connection(), bodyBytes: try integer(.bodySize))
    case .strayed: .strayed(try request(), try connection(), try word(.stray))
    case .foreign: .foreign(try request(), try connection(), try word(.sender))
    case .followedRedirect: .followedRedirect(try request(), try connection(), try cargo())
    case .committed: .committed(RecordNumber(try integer(.record)), try request())
    case .recordReplaced: .recordReplaced(RecordNumber(try integer(.record)), try request())
    case .faultActed:
      .faultActed(
        index: try integer(.fault), has(.request) ? try request() : nil, try connection())
    case .held: .held(try request())
    case .released: .released(try request())
    case .answered: .answered(try request(), try answer())
    case .answerBroken: .answerBroken(try request(), try brokenAnswer())
    case .strayAnswered: .strayAnswered(try request(), status: try integer(.status))
    case .ended: .ended(try request(), try word(.end))
    default: throw wrong(.kind, "an observation of a request")
    }
  }

  private func brokenAnswer() throws(EvidenceError) -> BrokenAnswer {
    BrokenAnswer(
      defect: try word(.defect), status: try optionalInteger(.status), isHTTP10: has(.http10),
      byteCount: try integer(.writtenBytes), promisedByteCount: try optionalInteger(.promisedBytes))
  }

  private func send() throws(EvidenceError) -> SendFacts {
    let body = BodyFacts(
      byteCount: try integer(.bodySize), digest: try token(.body).hex,
      canonicalDigest: has(.bodyCanonical) ? try token(.bodyCanonical).hex : nil,
      digestWithoutKey: has(.bodyWithoutKey) ? try token(.bodyWithoutKey).hex : nil)
    return SendFacts(
      request: try request(), connection: try connection(), attribution: try attribution(),
      key: try keyFacts(), body: body, sendOfOperation: try integer(.sendOfOperation),
      sendOfKey: try integer(.sendOfKey), hasCredential: has(.hasCredential),
      shape: try shape(), isSenderUnknown: has(.senderUnknown),
      isCredentialRepeated: has(.credentialRepeated))
  }

  private func shape() throws(EvidenceError) -> RequestShape? {
    guard has(.headerCount) else { return nil }
    return RequestShape(
      headers: try parts(.headerCount, .headersSize), query: try parts(.queryCount, .querySize),
      cookies: try parts(.cookieCount, .cookiesSize),
      multipart: has(.partCount) ? try parts(.partCount, .partsSize) : nil)
  }

  private func parts(_ count: Field, _ size: Field) throws(EvidenceError) -> RequestShape.Parts {
    RequestShape.Parts(count: try integer(count), byteCount: try integer(size))
  }

  private func cargo() throws(EvidenceError) -> RedirectCargo {
    RedirectCargo(
      operation: has(.operation) ? try operation() : nil, hasKey: try flag(.hasKey),
      hasCredential: try flag(.hasCredential), bodyByteCount: try integer(.bodySize))
  }

  private func attribution() throws(EvidenceError) -> Attribution {
    switch try text(.attribution) {
    case "marker": .marker(try operation())
    case "key": .key(try operation())
    case "none": .none
    default: throw wrong(.attribution, "marker, key or none")
    }
  }

  private func keyFacts() throws(EvidenceError) -> KeyFacts {
    guard let key = try key() else { return .missing }
    return has(.flaw) ? .invalid(key, try word(.flaw)) : .present(key, try word(.spelling))
  }

  private func answer() throws(EvidenceError) -> AnswerFacts {
    var numbers = AnswerNumbers()
    for number in try list(.numbers) {
      numbers[try number.text(.name)] = try number.integer(.value)
    }
    return AnswerFacts(
      status: try integer(.status), content: try word(.content), delivery: try word(.delivery),
      retryAfter: try optionalTime(.retryAfterMs), isReplay: try flag(.isReplay), numbers: numbers,
      refusal: has(.refusal) ? try word(.refusal) : nil)
  }
}
