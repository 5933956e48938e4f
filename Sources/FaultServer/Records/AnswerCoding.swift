// Owns: an answer as JSON, for a store that keeps it.

import AcceptanceModel
import StrictJSON

enum AnswerCoding {
  static func json(_ answer: Answer) -> JSONValue {
    let facts = answer.facts
    return .object([
      "status": .integer(answer.status),
      "mediaType": answer.mediaType.map { .string($0) } ?? .null,
      "headers": .array(
        answer.headers.map { .array([.string($0.name), .string($0.value)]) }),
      // Latin-1, so that any byte survives.
      "body": .string(Latin1.text(answer.body)),
      "content": .string(facts.content.rawValue),
      "retryAfterMs": facts.retryAfter.map { .integer($0.milliseconds) } ?? .null,
      "numbers": .object(
        facts.numbers.members.map { JSONMember($0.name, .integer($0.value)) }),
    ])
  }

  /// `nil` for JSON that `json` did not make.
  static func answer(_ json: JSONValue) -> Answer? {
    guard let status = json["status"]?.intValue, let text = json["body"]?.stringValue,
      let content = json["content"]?.stringValue.flatMap(AnswerFacts.Content.init(rawValue:))
    else { return nil }
    var numbers = AnswerNumbers()
    for member in json["numbers"]?.objectValue ?? [] {
      numbers[member.name] = member.value.intValue
    }
    let headers = (json["headers"]?.arrayValue ?? []).compactMap { pair -> Answer.Header? in
      guard let parts = pair.arrayValue, parts.count == 2, let name = parts[0].stringValue,
        let value = parts[1].stringValue
      else { return nil }
      return Answer.Header(name: name, value: value)
    }
    return Answer(
      status: status, mediaType: json["mediaType"]?.stringValue, headers: headers,
      body: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
      facts: AnswerFacts(
        status: status, content: content,
        retryAfter: json["retryAfterMs"]?.intValue.map { .milliseconds($0) }, numbers: numbers))
  }
}
