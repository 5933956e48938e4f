/// What was written of an answer that did not arrive whole, or was no valid HTTP.
package struct BrokenAnswer: Sendable, Hashable {
  package enum Defect: String, Sendable, Hashable, CaseIterable {
    /// It ends inside its status line.
    case statusLineCut
    case headersCut
    /// Fewer body bytes than its Content-Length promises.
    case bodyCut
    /// A chunked body ends inside a chunk.
    case chunkCut
    /// A chunked body ends before its last chunk.
    case lastChunkMissing
    /// A body without a length that ends with the connection: whether it is complete cannot be
    /// determined.
    case lengthMissing
    /// Nothing but interim (1xx) answers.
    case finalAnswerMissing
    /// Bytes without a status line.
    case notHTTP
    case unknownVersion
    case invalidStatus
    case invalidContentLength
    case invalidChunkSize
    case headerWithoutColon
    case controlCharacter
    /// More headers than HTTP libraries take.
    case headersTooLong
    /// A whole answer, which a fault put in the place of the server's own.
    case none
  }

  package let defect: Defect
  /// `nil` where none can be read.
  package let status: Int?
  /// Whether it is written as HTTP/1.0.
  package let isHTTP10: Bool
  /// Bytes of the part that the defect is in: the body, else everything that was written.
  package let byteCount: Int
  /// The Content-Length, where it is a number.
  package let promisedByteCount: Int?

  package init(
    defect: Defect, status: Int? = nil, isHTTP10: Bool = false, byteCount: Int,
    promisedByteCount: Int? = nil
  ) {
    self.defect = defect
    self.status = status
    self.isHTTP10 = isHTTP10
    self.byteCount = byteCount
    self.promisedByteCount = promisedByteCount
  }
}

extension BrokenAnswer {
  /// A noun phrase, as `a 200 whose body ended after 5 of 50 bytes`.
  ///
  /// - Parameter end: How the request ended; `nil` where it has not.
  package func phrase(_ end: RequestEnd?) -> Message {
    let ended: Message
    switch end {
    case .closed: ended = "ended"
    case .reset: ended = "was reset"
    case .peerGone, .abandoned, nil: ended = "stopped"
    }
    let bytes: Message = byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    let headersEnded: Message = end == .reset ? "were reset" : ended
    return switch defect {
    case .statusLineCut: "an answer whose status line \(ended) after \(bytes)"
    case .headersCut:
      "\(name) whose headers \(headersEnded) after \(bytes)"
    case .bodyCut: "\(name) whose body \(ended) after \(progress)"
    case .chunkCut: "a chunked \(bare) that \(ended) inside a chunk"
    case .lastChunkMissing: "a chunked \(bare) that \(ended) before its last chunk"
    case .lengthMissing: "\(name) without a length whose body \(ended) after \(bytes)"
    case .finalAnswerMissing: "\(name) without a final answer"
    case .notHTTP: "\(bytes) that are no HTTP answer"
    case .unknownVersion: "an answer with an unknown HTTP version"
    case .invalidStatus: "an answer whose status is no number"
    case .invalidContentLength: "\(name) with a Content-Length that is no number"
    case .invalidChunkSize: "a chunked \(bare) with a chunk size that is no number"
    case .headerWithoutColon: "\(name) with a header line that has no colon"
    case .controlCharacter: "\(name) with a control character in a header"
    case .headersTooLong: "\(name) with \(byteCount / 1024) KiB of headers"
    case .none: "\(name) that was not the server's own"
    }
  }

  private var bare: Message { status.map { "\($0)" } ?? "answer" }

  private var name: Message {
    isHTTP10 ? "an HTTP/1.0 \(bare)" : status.map { "a \($0)" } ?? "an answer"
  }

  private var progress: Message {
    promisedByteCount.map { "\(byteCount) of \($0) bytes" } ?? "\(byteCount) bytes"
  }
}
