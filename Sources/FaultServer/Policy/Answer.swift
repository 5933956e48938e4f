// Owns: an answer as values, and its bytes.

import AcceptanceModel
import HTTPDates
import StrictJSON

struct Answer: Sendable, Hashable {
  struct Header: Sendable, Hashable {
    let name: String
    let value: String
  }

  var status: Int
  var mediaType: String?
  var headers: [Header] = []
  var body: [UInt8]
  var facts: AnswerFacts
  /// What it says to the other operations of a batch; empty where it says one thing to all.
  var otherFacts: [AnswerFacts] = []

  /// The bytes on the wire.
  ///
  /// - Parameter date: Seconds since 1970.
  func bytes(keepAlive: Bool, date: Int, forHEAD: Bool = false) -> (all: [UInt8], headCount: Int) {
    var bytes: [UInt8] = []
    // The usual head; a longer one grows.
    bytes.reserveCapacity(192 + body.count)
    bytes += "HTTP/1.1 ".utf8
    bytes.append(decimal: status)
    bytes += " ".utf8
    bytes += ReasonPhrase.of(status).utf8
    let hasBody = status >= 200 && status != 204 && status != 304
    if hasBody {
      if let mediaType {
        bytes += "\r\nContent-Type: ".utf8
        bytes += mediaType.utf8
      }
      bytes += "\r\nContent-Length: ".utf8
      bytes.append(decimal: body.count)
    }
    bytes += "\r\nDate: ".utf8
    bytes += HTTPDate.nowText(date).utf8
    bytes += (keepAlive ? "\r\nConnection: keep-alive" : "\r\nConnection: close").utf8
    for header in headers { bytes += "\r\n\(header.name): \(header.value)".utf8 }
    bytes += "\r\n\r\n".utf8
    let headCount = bytes.count
    if hasBody && !forHEAD { bytes += body }
    return (bytes, headCount)
  }

  /// Whether a socket with no unsent bytes is guaranteed to take it over at once.
  var isShort: Bool {
    body.count <= 2048
      && headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= 1024
  }

  /// Whether a client could not distinguish the two, except by their dates.
  func isSame(onTheWireAs other: Answer) -> Bool {
    status == other.status && mediaType == other.mediaType && headers == other.headers
      && body == other.body
  }

  func told(as content: AnswerFacts.Content) -> Answer {
    var answer = self
    answer.facts = AnswerFacts(
      status: status, content: content, retryAfter: facts.retryAfter, isReplay: facts.isReplay,
      numbers: facts.numbers)
    return answer
  }

  /// - Parameter reason: What a person would want to know; `nil`: the status says it all.
  static func error(_ status: Int, reason: String? = nil, headers: [Header] = []) -> Answer {
    let error = JSONMember("error", .string(ReasonPhrase.of(status)))
    let body = JSONWriter.bytes(
      of: .object([error] + (reason.map { [JSONMember("reason", .string($0))] } ?? [])))
    return Answer(
      status: status, mediaType: "application/json", headers: headers, body: body,
      facts: AnswerFacts(status: status, content: .error))
  }
}

extension [UInt8] {
  /// Adds a whole number's digits; it must not be negative.
  mutating func append(decimal number: Int) {
    precondition(number >= 0, "\(number) has a sign")
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
