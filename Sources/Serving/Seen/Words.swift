// Owns: how requests, outcomes and selectors are said, on the page, in the API and on the console.

import AcceptanceModel
import Evidence
import FaultServer

extension FaultSelector {
  var words: String {
    switch self {
    case .operation(let name, let sends):
      "\(Self.words("send", sends)) of \(name.map { PlainText.visible($0.text) } ?? "each operation")"
    case .key(let sends): "\(Self.words("send", sends)) of each key"
    case .request(let range): Self.words("request", range)
    case .connection(let range): Self.words("connection", range)
    }
  }

  private static func words(_ noun: String, _ range: ClosedRange<Int>) -> String {
    range.count == 1
      ? "\(noun) \(range.lowerBound)" : "\(noun)s \(range.lowerBound)–\(range.upperBound)"
  }
}

extension SeenRequest {
  /// What it was.
  var kindWords: String {
    switch kind {
    case .beginning: "not read yet"
    case .send: sendOfKey > 0 ? "send \(sendOfKey) of its key" : "send without a key"
    case .partial: "incomplete request"
    case .stray(.probe): "probe (GET, HEAD or OPTIONS)"
    case .stray(.otherPath): "to another path"
    case .stray(.otherQuery): "with another query"
    case .stray(.otherMethod): "with another method"
    case .stray(.otherHost): "to another host"
    case .stray(.malformed): "malformed request"
    case .elsewhere(let redirectedData):
      "followed a redirect to another origin with \(redirectedData.words)"
    }
  }

  /// What became of it.
  var outcomeWords: String {
    switch outcome {
    case .underWay: "under way"
    case .held: "held until it is released"
    case .cut: "ended before it was complete"
    case .ended(.closed):
      switch kind {
      case .stray: "refused"
      case .elsewhere: "answered there with a page"
      case .beginning, .send, .partial: "closed without an answer"
      }
    case .ended(.reset): "reset without an answer"
    case .ended(.peerGone): "the client left"
    case .ended(.abandoned): "ended with the server"
    case .answered(let facts): facts.words
    }
  }

  /// Its line on the console.
  var line: String {
    var parts = ["#\(number.number)", kindWords]
    if let key { parts.append("key \(key.clear ?? key.token.short)") }
    if let operation { parts.append("operation \(operation)") }
    if let flaw { parts.append("key \(flaw.words)") }
    if !faults.isEmpty { parts.append("fault \(faults.joined(separator: " + "))") }
    if let record { parts.append("record \(record)") }
    parts.append(outcomeWords)
    return parts.joined(separator: " · ")
  }
}

extension RedirectCargo {
  fileprivate var words: String {
    let goods = [
      hasKey ? "its key" : nil, hasCredential ? "a credential" : nil,
      bodyByteCount > 0 ? "its body" : nil,
    ].compactMap(\.self)
    return goods.isEmpty ? "nothing" : goods.joined(separator: ", ")
  }
}

extension Token {
  /// Eight digits distinguish a person's keys; the API has all of them.
  var short: String { String(hex.prefix(8)) }
}

extension KeyFlaw {
  var words: String {
    switch self {
    case .empty: "is empty"
    case .tooLong: "is too long"
    case .notVisibleASCII: "is not visible ASCII"
    case .repeated: "is in two header lines"
    }
  }
}

extension RefusalReason {
  fileprivate var shortWords: String {
    switch self {
    case .missingKey: "no key"
    case .emptyKey: "empty key"
    case .keyTooLong: "key too long"
    case .controlCharacterInKey: "control character in the key"
    case .keyNotQuoted: "key not quoted"
    case .keyQuoted: "key in quotes"
    case .invalidBody: "body not readable"
    case .otherBody: "same key, different body"
    case .inProgress: "first request in progress"
    }
  }
}

extension AnswerFacts {
  /// As `409 Conflict: same key, different body`.
  fileprivate var words: String {
    if let refusal, delivery == .full {
      return "\(status) \(ReasonPhrase.of(status)): \(refusal.shortWords)"
    }
    if content == .error, delivery == .full { return "\(status) \(ReasonPhrase.of(status))" }
    return "answered \(status), \(contentWords)"
  }

  private var contentWords: String {
    let what =
      switch content {
      case .success: isReplay ? "success again" : "success"
      case .successOfAnother: "another operation's success"
      case .error: "an error"
      case .empty: "empty"
      case .other: "another body"
      }
    switch delivery {
    case .full: return what
    case .cut: return "\(what), cut"
    case .none: return "\(what), not delivered"
    }
  }
}
