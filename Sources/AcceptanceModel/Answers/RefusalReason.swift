/// Why the server's own contract refuses a send.
package enum RefusalReason: String, Sendable, Hashable, CaseIterable {
  case missingKey
  case emptyKey
  case keyTooLong
  case controlCharacterInKey
  case keyNotQuoted
  case keyQuoted
  case invalidBody
  /// The record under the key was made with another body.
  case otherBody
  /// Another request with the key is being processed.
  case inProgress

  /// As the end of a sentence about the answer: `a 400 for a missing key`.
  package var phrase: Message {
    switch self {
    case .missingKey: "for a missing key"
    case .emptyKey: "for an empty key"
    case .keyTooLong: "for a key that is too long"
    case .controlCharacterInKey: "for a control character in the key"
    case .keyNotQuoted: "for a key that is not quoted"
    case .keyQuoted: "for a key in quotes"
    case .invalidBody: "for a body that cannot be read"
    case .otherBody: "for another body under the same key"
    case .inProgress: "for a key whose first request is in progress"
    }
  }

  /// What a person who tries the server by hand needs to know.
  package func sentence(_ spec: ServerSpec) -> String {
    let key =
      switch spec.key {
      case .header(let name): "\(name) header"
      case .field(let name): "field \"\(name)\""
      case .none: "key"
      }
    return switch self {
    case .missingKey: "no \(key)"
    case .emptyKey: "the \(key) is empty"
    case .keyTooLong: "the \(key) is longer than \(spec.keyLengthLimit) characters"
    case .controlCharacterInKey: "the \(key) holds a control character"
    case .keyNotQuoted: "the \(key) must be a quoted string, e.g. \"first-try\""
    case .keyQuoted: "the \(key) must be bare, without quotes"
    case .invalidBody: "the body is empty, or not \(spec.body.words)"
    case .otherBody: "the \(key) was used before with another body"
    case .inProgress: "another request with this \(key) is in progress"
    }
  }
}

extension ServerSpec.BodyKind {
  fileprivate var words: String {
    switch self {
    case .json: "valid JSON"
    case .batch: "a JSON array of objects"
    case .form, .bytes: "readable"
    case .multipart: "multipart/form-data"
    }
  }
}
