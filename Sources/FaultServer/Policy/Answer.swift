// Owns: an answer as values, and its bytes.

import AcceptanceModel
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
    var text = "HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n"
    let hasBody = status >= 200 && status != 204 && status != 304
    if hasBody {
      if let mediaType { text += "Content-Type: \(mediaType)\r\n" }
      text += "Content-Length: \(body.count)\r\n"
    }
    text += "Date: \(HTTPDate.text(date))\r\n"
    text += keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    text += "\r\n"
    var bytes = Array(text.utf8)
    let headCount = bytes.count
    if hasBody && !forHEAD { bytes += body }
    return (bytes, headCount)
  }

  func told(as content: AnswerFacts.Content) -> Answer {
    var answer = self
    answer.facts = AnswerFacts(
      status: status, content: content, retryAfter: facts.retryAfter, isReplay: facts.isReplay,
      numbers: facts.numbers)
    return answer
  }

  static func error(_ status: Int, headers: [Header] = []) -> Answer {
    let body = JSONWriter.bytes(of: .object(["error": .string(ReasonPhrase.of(status))]))
    return Answer(
      status: status, mediaType: "application/json", headers: headers, body: body,
      facts: AnswerFacts(status: status, content: .error))
  }
}
