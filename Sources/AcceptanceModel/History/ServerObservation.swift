// Owns: what the fault server saw and did, written before the client can know of it.

package enum ServerObservation: Sendable, Hashable {
  case listening
  case down
  case up
  case restarted(RecordsAfterRestart)
  case connected(ConnectionNumber)
  /// The whole request has arrived. Written before any answer byte and before the commit.
  case arrived(SendFacts)
  /// A request ended before it was complete: no send, never committed.
  case partial(RequestNumber, ConnectionNumber, bodyBytes: Int)
  /// A complete request that is no send: another method, path or host.
  case strayed(RequestNumber, ConnectionNumber, StrayKind)
  /// A request that is not attributed to the client under test: refused, never recorded, met by no
  /// fault. At most 100 of a scenario are observed.
  case foreign(RequestNumber, ConnectionNumber, ForeignSender)
  /// A request reached the scenario's other origin, where only a redirect of this server leads.
  case followedRedirect(RequestNumber, ConnectionNumber, RedirectCargo)
  /// A record was made for this request.
  case committed(RecordNumber, RequestNumber)
  /// The scenario gave this record another body.
  case recordReplaced(RecordNumber, RequestNumber)
  /// All records were dropped by a restart.
  case recordsLost
  /// The server's clock went forward by so much.
  case clockMoved(Duration)
  /// Fault `index` (from 0) acted on this request, or on this connection before any request.
  case faultActed(index: Int, RequestNumber?, ConnectionNumber)
  /// The connection is parked until the runner lets it go on.
  case held(RequestNumber)
  case released(RequestNumber)
  /// Written before the last byte of the answer is handed over: from then on the client may know.
  case answered(RequestNumber, AnswerFacts)
  /// What is written instead of a whole answer. Written before its first byte is; the request's end
  /// follows.
  case answerBroken(RequestNumber, BrokenAnswer)
  /// A request that is no send is answered with this status by the server itself.
  case strayAnswered(RequestNumber, status: Int)
  /// The request ended without a complete answer. Written before the client can know of it.
  case ended(RequestNumber, RequestEnd)
  case other(OtherObservation)
}

package enum RequestEnd: String, Sendable, Hashable, CaseIterable {
  case reset
  case closed
  /// The client closed its side, seen when it happened or when the next request arrived.
  case peerGone
  /// The scenario's end released it.
  case abandoned
}

package enum StrayKind: String, Sendable, Hashable, CaseIterable {
  /// GET, HEAD or OPTIONS.
  case probe
  case otherPath
  /// The endpoint's path with another query.
  case otherQuery
  case otherMethod
  case otherHost
  /// No request: bytes that are no HTTP.
  case malformed
}

/// What a request took along to another origin.
package struct RedirectCargo: Sendable, Hashable {
  /// The operation whose marker or key it carried; `nil` where it carried neither.
  package let operation: OperationName?
  package let hasKey: Bool
  package let hasCredential: Bool
  package let bodyByteCount: Int

  package init(
    operation: OperationName?, hasKey: Bool = false, hasCredential: Bool = false,
    bodyByteCount: Int = 0
  ) {
    self.operation = operation
    self.hasKey = hasKey
    self.hasCredential = hasCredential
    self.bodyByteCount = bodyByteCount
  }
}

/// A complete send, as it was on the wire.
package struct SendFacts: Sendable, Hashable {
  package let request: RequestNumber
  package let connection: ConnectionNumber
  /// The operation it belongs to, and how that was found.
  package let attribution: Attribution
  package let key: KeyFacts
  package let body: BodyFacts
  /// The n-th complete send of its operation, from 1; 0 where it belongs to none.
  package let sendOfOperation: Int
  /// The n-th complete send of its key, from 1; 0 without a key.
  package let sendOfKey: Int
  /// Whether it carried a credential of any kind; never which.
  package let hasCredential: Bool
  /// Whether there was more than one Authorization header line.
  package let isCredentialRepeated: Bool
  /// `nil` where it was not counted.
  package let shape: RequestShape?
  /// Whether it carried neither marker nor known key, and its sender could not be found either.
  package let isSenderUnknown: Bool

  package init(
    request: RequestNumber, connection: ConnectionNumber, attribution: Attribution,
    key: KeyFacts, body: BodyFacts, sendOfOperation: Int, sendOfKey: Int,
    hasCredential: Bool = false, shape: RequestShape? = nil, isSenderUnknown: Bool = false,
    isCredentialRepeated: Bool = false
  ) {
    self.isCredentialRepeated = isCredentialRepeated
    self.shape = shape
    self.isSenderUnknown = isSenderUnknown
    self.request = request
    self.connection = connection
    self.attribution = attribution
    self.key = key
    self.body = body
    self.sendOfOperation = sendOfOperation
    self.sendOfKey = sendOfKey
    self.hasCredential = hasCredential
  }
}

package enum Attribution: Sendable, Hashable {
  case marker(OperationName)
  case key(OperationName)
  /// No marker that the runner planted and no key that was seen before.
  case none

  package var operation: OperationName? {
    switch self {
    case .marker(let operation), .key(let operation): operation
    case .none: nil
    }
  }
}

package enum KeyFacts: Sendable, Hashable {
  case missing
  case present(IdempotencyKey, KeySpelling)
  /// Empty, over 255 characters, or not visible ASCII; the key is still compared.
  case invalid(IdempotencyKey, KeyFlaw)

  package var key: IdempotencyKey? {
    switch self {
    case .missing: nil
    case .present(let key, _), .invalid(let key, _): key
    }
  }
}

package enum KeySpelling: String, Sendable, Hashable, CaseIterable {
  case bare
  /// As a structured-field string, in double quotes.
  case quoted
}

package enum KeyFlaw: String, Sendable, Hashable, CaseIterable {
  case empty
  case tooLong
  case notVisibleASCII
  /// There is more than one header line with a key, whatever their values: many servers join them.
  case repeated
}

/// A body by its digests: enough to compare, nothing to read.
package struct BodyFacts: Sendable, Hashable {
  package let byteCount: Int
  /// SHA-256 of the bytes, hex.
  package let digest: String
  /// SHA-256 of the canonical JSON, hex; `nil` where the body is no JSON.
  package let canonicalDigest: String?
  /// SHA-256 of the bytes without the key in them, hex; `nil` where the key is not in the body.
  package let digestWithoutKey: String?

  package init(
    byteCount: Int, digest: String, canonicalDigest: String?, digestWithoutKey: String? = nil
  ) {
    self.digestWithoutKey = digestWithoutKey
    self.byteCount = byteCount
    self.digest = digest
    self.canonicalDigest = canonicalDigest
  }
}
