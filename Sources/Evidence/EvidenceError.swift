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
