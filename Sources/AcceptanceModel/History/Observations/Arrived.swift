extension Observed {
  /// The whole request has arrived. Written before any answer byte and before the commit.
  package struct Arrived: ObservationPayload {
    package let send: SendFacts

    package static let line = ObservationLine(
      "arrived", "a complete send has arrived",
      LineItem<SendFacts>.send.map({ Arrived(send: $0) }, back: { $0.send }))

    package var observation: Observation { .server(.arrived(send)) }

    package func show(in timeline: inout Timeline) {
      let ordinal = timeline.keyOrdinal(send.key.key)
      let operation = send.attribution.operation?.text
      let key = ordinal.map { "key \($0)" } ?? "no key"
      let number = send.sendOfOperation
      let words = operation.map { "send \(number) of \($0)" } ?? "a send of no operation"
      timeline.describe(send.request, as: words)
      let label = operation.map { number == 1 ? $0 : "\($0), send \(number)" } ?? "unknown"
      timeline.add(
        .send, "\(label) · \(key)", "The server receives \(words) under \(key).",
        operation == nil || ordinal == nil ? .bad : .plain, key: ordinal)
    }
  }
}

extension LineItem where Value == SendFacts {
  fileprivate static var send: LineItem {
    LineItem(
      make: {
        SendFacts(
          request: $0, connection: $1, attribution: $2, key: $9, body: $8, sendOfOperation: $3,
          sendOfKey: $4, hasCredential: $5, shape: $10, isSenderUnknown: $6,
          isCredentialRepeated: $7)
      },
      parts: {
        Part(\SendFacts.request, .request)
        Part(\SendFacts.connection, .connection)
        Part(\SendFacts.attribution, .attribution)
        Part(
          \SendFacts.sendOfOperation,
          .integer(
            "sendOfOperation", "the n-th complete send of its operation; 0 where it has none"))
        Part(
          \SendFacts.sendOfKey,
          .integer("sendOfKey", "the n-th complete send of its key; 0 without a key"))
        Part(\SendFacts.hasCredential, .mark("hasCredential", "whether it carried the credential"))
        Part(
          \SendFacts.isSenderUnknown,
          .mark(
            "senderUnknown",
            "present where it carried neither marker nor known key, and its sender was not found"))
        Part(
          \SendFacts.isCredentialRepeated,
          .mark(
            "credentialRepeated", "present where it had more than one Authorization header line"))
        Part(\SendFacts.body, .body)
        Part(\SendFacts.key, .keyFacts)
        Part(\SendFacts.shape, .maybe(.shape))
      })
  }
}

extension LineItem where Value == Attribution {
  fileprivate static var attribution: LineItem {
    .cases(
      "attribution", "how the send's operation was found",
      [
        LineCase(
          "marker", LineItem<OperationName>.operation, make: { .marker($0) },
          take: { if case .marker(let name) = $0 { name } else { nil } }),
        LineCase(
          "key", LineItem<OperationName>.operation, make: { .key($0) },
          take: { if case .key(let name) = $0 { name } else { nil } }),
        LineCase("none", .none),
      ])
  }
}

extension LineItem where Value == BodyFacts {
  fileprivate static var body: LineItem {
    LineItem(make: BodyFacts.init) {
      Part(\BodyFacts.byteCount, .bodySize)
      Part(
        \BodyFacts.digest,
        .digest("body", "stands for the body's bytes; equal bodies have equal tokens"))
      Part(
        \BodyFacts.canonicalDigest,
        .maybe(
          .digest(
            "bodyCanonical", "stands for the body's meaning as JSON; left out where it is none")))
      Part(
        \BodyFacts.digestWithoutKey,
        .maybe(
          .digest(
            "bodyWithoutKey",
            "stands for the body without the key in it; left out where the key is not in the body"))
      )
    }
  }
}

extension LineItem where Value == String {
  /// A digest alone would let short bodies be guessed, so it is keyed once more.
  fileprivate static func digest(_ field: FieldName, _ meaning: String) -> LineItem {
    LineItem<ConfidentialText>.confidential(field, meaning)
      .map({ $0.text }, back: { ConfidentialText($0) })
  }
}

extension LineItem where Value == KeyFacts {
  fileprivate static var keyFacts: LineItem {
    let parts = all(
      LineItem<KeySpelling?>.maybe(.word("spelling", "how the key was written")),
      LineItem<KeyFlaw?>.maybe(.word("flaw", "what is wrong with the key")),
      LineItem<IdempotencyKey?>.key)
    return LineItem(
      parts.members,
      write: { facts, fields in
        switch facts {
        case .missing: break
        case .present(let key, let spelling): parts.write((spelling, nil, key), &fields)
        case .invalid(let key, let flaw): parts.write((nil, flaw, key), &fields)
        }
      },
      read: { fields throws(LineMismatch) in
        switch try parts.read(fields) {
        case (_, _, nil): .missing
        case (_, let flaw?, let key?): .invalid(key, flaw)
        case (let spelling?, nil, let key?): .present(key, spelling)
        case (nil, nil, _?): throw LineMismatch("spelling", "there where a key is")
        }
      })
  }
}

extension LineItem where Value == RequestShape {
  fileprivate static var shape: LineItem {
    LineItem(make: RequestShape.init) {
      Part(
        \RequestShape.headers,
        .parts(
          .integer("headerCount", "how many header fields came with it, whatever they are called"),
          .size("headersSize", "size of their names and values together")))
      Part(
        \RequestShape.query,
        .parts(
          .integer("queryCount", "how many pairs its query has"),
          .size("querySize", "size of its query")))
      Part(
        \RequestShape.cookies,
        .parts(
          .integer("cookieCount", "how many cookies came with it"),
          .size("cookiesSize", "size of its cookies, names and values together")))
      Part(
        \RequestShape.multipart,
        .maybe(
          .parts(
            .integer(
              "partCount", "how many parts its multipart body has; left out where it is none"),
            .size("partsSize", "size of these parts together, with their heads"))))
    }
  }
}

extension LineItem where Value == RequestShape.Parts {
  fileprivate static func parts(_ count: LineItem<Int>, _ size: LineItem<Int>) -> LineItem {
    all(count, size)
      .map({ RequestShape.Parts(count: $0, byteCount: $1) }, back: { ($0.count, $0.byteCount) })
  }
}
