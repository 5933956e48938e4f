// Owns: how the server's answers look: its own, and those that a fault puts in their place.

import AcceptanceModel
import HTTPDates
import StrictJSON

/// A class: every request asks it, and a specification is large to copy.
final class ResponseBuilder: Sendable {
  let spec: ServerSpec
  /// Whether the texts that answers are made of are short: making a long one takes a while.
  let hasShortTemplates: Bool

  init(spec: ServerSpec) {
    self.spec = spec
    let templates = spec.templates
    hasShortTemplates =
      [templates.success, templates.error].allSatisfy { ($0 ?? "").utf8.count <= 2048 }
  }

  /// The server's own answer.
  func answer(to processed: Processed, key: IdempotencyKey?) -> Answer {
    switch processed {
    case .refused(let status, let reason): return error(status, for: reason)
    case .conflict: return error(spec.conflictStatus, for: .otherBody)
    case .committed(let record, let attempts, let count):
      switch spec.firstAnswer {
      case .lost(let status): return error(status)
      case .success:
        return success(
          status: spec.successStatus, record.number.number, attempts, count, key: key,
          isReplay: false)
      }
    case .replayed(let record, let attempts, let count, let stored):
      return replay(record.number.number, attempts, count, stored, key: key)
    }
  }

  private func replay(
    _ id: Int, _ attempts: Int, _ count: Int, _ stored: Answer?, key: IdempotencyKey?
  ) -> Answer {
    var answer: Answer
    switch (spec.replay, stored) {
    case (.refusedWithID, _): answer = error(spec.conflictStatus, id: id)
    case (.stored, .some(let stored)): answer = stored
    case (.current, _):
      answer = success(
        status: spec.replayStatus ?? 200, id, attempts, count, key: key, isReplay: true)
    case (.stored, nil), (.fresh, _):
      answer = success(
        status: spec.replayStatus ?? spec.successStatus, id, attempts, count, key: key,
        isReplay: true)
    }
    if !spec.replayHeaders.isEmpty {
      let placeholders = Placeholders(["key": key?.text ?? ""])
      answer.headers += spec.replayHeaders.sorted { $0.key < $1.key }.map { name, value in
        Answer.Header(name: name, value: placeholders.text(value))
      }
    }
    let facts = answer.facts
    answer.facts = AnswerFacts(
      status: facts.status, content: facts.content, retryAfter: facts.retryAfter, isReplay: true,
      numbers: facts.numbers)
    return answer
  }

  /// The server's own refusal. Profiles imitate a vendor, whose errors say what they say.
  func error(_ status: Int, for reason: RefusalReason) -> Answer {
    var answer =
      spec.profile == "standard" && spec.templates.error == nil
      ? Answer.error(status, reason: reason.sentence(spec)) : error(status)
    answer.facts.refusal = reason
    return answer
  }

  private func error(_ status: Int, id: Int? = nil) -> Answer {
    guard let template = spec.templates.error else {
      var answer = Answer.error(status)
      if let id {
        let members: KeyValuePairs<String, JSONValue> = [
          "error": .string(ReasonPhrase.of(status)), "id": .integer(id),
        ]
        answer.body = JSONWriter.bytes(of: .object(members))
      }
      return answer
    }
    var answer = Answer.error(status)
    answer.mediaType = spec.templates.errorMediaType
    answer.body = Placeholders([
      "status": "\(status)", "reason": ReasonPhrase.of(status), "id": id.map { "\($0)" } ?? "",
    ]).fill(template)
    return answer
  }

  /// What a fault answers instead. `processed` is `nil` before the commit; `other` is a record of
  /// another operation.
  func answer(
    from template: AnswerTemplate, processed: Processed?, key: IdempotencyKey?,
    other: StoredRecord?, recordCount: Int, now: Int, ports: ServerPorts
  ) -> Answer {
    let status = template.status
    var answer: Answer
    switch template.body {
    case .empty: answer = plain(status, [], nil, .empty)
    case .error: answer = error(status)
    case .html:
      let text = "<!doctype html><title>\(ReasonPhrase.of(status))</title>"
      answer = plain(status, Array(text.utf8), "text/html; charset=utf-8", .other)
    case .success:
      let (id, attempts, isReplay) = numbers(of: processed, recordCount: recordCount)
      answer = success(
        status: status, id, attempts, max(recordCount, id), key: key, isReplay: isReplay)
    case .successOfAnother:
      // Always with a key: it is how the client can recognise it.
      let id = other?.number.number ?? recordCount + 1
      answer = success(
        status: status, id, 1, max(recordCount, id),
        key: other?.key ?? IdempotencyKey("another-operation"), isReplay: false,
        alwaysCarriesKey: true)
      answer.facts = AnswerFacts(
        status: status, content: .successOfAnother, numbers: answer.facts.numbers)
    case .text(let text):
      answer = plain(
        status, Array(text.utf8), "application/json", content(of: text, key: key))
    }
    answer.mediaType = template.mediaType ?? answer.mediaType
    answer.headers += template.headers.sorted { $0.key < $1.key }
      .map { Answer.Header(name: $0.key, value: filledIn($0.value, ports)) }
    let wait = RetryAfter.duration(in: answer.headers, now: now)
    answer.facts = AnswerFacts(
      status: status, content: answer.facts.content, retryAfter: wait,
      isReplay: answer.facts.isReplay, numbers: answer.facts.numbers)
    return answer
  }

  private func filledIn(_ text: String, _ ports: ServerPorts) -> String {
    Placeholders([
      "port": "\(ports.own)", "path": spec.path, "otherPort": "\(ports.other)",
    ]).text(text)
  }

  private func success(
    status: Int, _ id: Int, _ attempts: Int, _ recordCount: Int, key: IdempotencyKey?,
    isReplay: Bool, alwaysCarriesKey: Bool = false
  ) -> Answer {
    let facts = AnswerFacts(
      status: status, content: status == 204 ? .empty : .success, isReplay: isReplay,
      numbers: ["attempts": attempts, "id": id, "record_count": recordCount])
    let carriedKey = spec.answersCarryKey || alwaysCarriesKey ? key : nil
    if spec.templates.success == nil, spec.templates.successHeaders.isEmpty {
      return Answer(
        status: status, mediaType: "application/json",
        body: ownSuccess(id, attempts, recordCount, carriedKey), facts: facts)
    }
    let placeholders = Placeholders([
      "id": "\(id)", "attempts": "\(attempts)", "record_count": "\(recordCount)",
      "key": key?.text ?? "",
    ])
    let headers = spec.templates.successHeaders.sorted { $0.key < $1.key }
      .map { Answer.Header(name: $0.key, value: placeholders.text($0.value)) }
    if let template = spec.templates.success {
      return Answer(
        status: status, mediaType: spec.templates.successMediaType, headers: headers,
        body: placeholders.fill(template), facts: facts)
    }
    return Answer(
      status: status, mediaType: "application/json", headers: headers,
      body: ownSuccess(id, attempts, recordCount, carriedKey), facts: facts)
  }

  /// `{"id":…,"attempts":…,"record_count":…,"key":…}`, written straight: it is what nearly every
  /// request is answered.
  private func ownSuccess(
    _ id: Int, _ attempts: Int, _ recordCount: Int, _ key: IdempotencyKey?
  ) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(128)
    body += #"{"id":"#.utf8
    body.append(decimal: id)
    body += #","attempts":"#.utf8
    body.append(decimal: attempts)
    body += #","record_count":"#.utf8
    body.append(decimal: recordCount)
    if let key {
      body += #","key":"#.utf8
      body += JSONWriter.bytes(of: .string(key.text))
    }
    body.append(UInt8(ascii: "}"))
    return body
  }

  private func plain(
    _ status: Int, _ body: [UInt8], _ mediaType: String?, _ content: AnswerFacts.Content
  ) -> Answer {
    Answer(
      status: status, mediaType: mediaType, body: body,
      facts: AnswerFacts(status: status, content: content))
  }

  private func numbers(
    of processed: Processed?, recordCount: Int
  ) -> (id: Int, attempts: Int, isReplay: Bool) {
    switch processed {
    case .committed(let record, let attempts, _): (record.number.number, attempts, false)
    case .replayed(let record, let attempts, _, _): (record.number.number, attempts, true)
    case .conflict(let record, let attempts): (record.number.number, attempts, true)
    case .refused, nil: (recordCount + 1, 1, false)
    }
  }

  private func content(of text: String, key: IdempotencyKey?) -> AnswerFacts.Content {
    if text.isEmpty { return .empty }
    guard let json = PermissiveJSON.parse(Array(text.utf8)), json.objectValue != nil
    else { return .other }
    if json["error"] != nil { return .error }
    guard json["id"] != nil else { return .other }
    guard let carried = json["key"] else { return .success }
    return carried.stringValue == key?.text ? .success : .successOfAnother
  }
}

/// How long an answer asked the client to wait.
enum RetryAfter {
  /// Ten years: what is longer is taken for this, so that no time of a run overflows.
  private static let longest = 315_360_000

  /// `nil` where there is no such header, or it names no valid time. A date in the past is zero.
  static func duration(in headers: [Answer.Header], now: Int) -> Duration? {
    guard let text = headers.first(where: { $0.name.lowercased() == "retry-after" })?.value
    else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int(text) ?? longest, longest))
    }
    return HTTPDate.sinceEpoch(text).map {
      min(max(.zero, $0 - .seconds(now)), .seconds(longest))
    }
  }
}
