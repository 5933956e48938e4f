// Owns: what can go wrong between a run and its evidence.

package enum EvidenceError: Error, Sendable, Hashable {
  case file(FileError)
  /// `found` is a kind of value, never the value.
  case unreadableField(line: Int, field: String, found: String, accepted: String)
  case unreadableLine(line: Int, reason: String)
  case entriesOutOfOrder(Int)

  /// The reason in a `file` error about a folder that holds no evidence.
  package static let nothingThere = "found no evidence in this folder"
}

extension EvidenceError {
  /// Whether the user named something that is no evidence, rather than evidence being damaged.
  package var isUsage: Bool {
    guard case .file(let error) = self else { return false }
    switch error.cause {
    case .absent, .notAFolder, .isAFolder: return true
    case .diskFull, .notAllowed, .readOnly, .alreadyThere, .notEmpty, .busy, .otherFileSystem,
      .other:
      return false
    }
  }
}

extension EvidenceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .unreadableField(let line, let field, let found, let accepted):
      "evidence line \(line), field \(field): found \(found); it must be \(accepted)."
    case .unreadableLine(let line, let reason): "evidence line \(line): \(reason)"
    case .entriesOutOfOrder(let line):
      "evidence line \(line), field entry: entries must count from 1 without gaps."
    }
  }
}
