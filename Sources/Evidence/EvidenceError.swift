// Owns: what can go wrong between a run and its evidence.

package enum EvidenceError: Error, Sendable, Hashable {
  case file(FileError)
  /// `found` is a kind of value, never the value.
  case unreadableField(line: Int, field: String, found: String, accepted: String)
  case unreadableLine(line: Int, reason: String)
  case entriesOutOfOrder(Int)
  /// What is wrong with one file of a folder.
  indirect case inFile(String, EvidenceError)
  case flaw(EvidenceFlaw)

  /// The reasons in a `file` error about a folder that holds no evidence, or no list of it.
  package static let nothingThere =
    "found no evidence in this folder; manifest.json and files like 001.jsonl are wanted, as a run "
    + "leaves them in the evidence folder of its results"
  static let noManifest =
    "no manifest.json in it that can be read; acceptance verify says what is wrong with the folder"
}

extension EvidenceError {
  /// What the commands that read evidence exit with.
  package var exitStatus: Int32 {
    if isUsage { return 64 }
    switch self {
    case .file(let error) where error.cause == .other(Self.nothingThere):
      return EvidenceFlaw.missingFile("").exitStatus
    case .flaw(let flaw): return flaw.exitStatus
    case .inFile(_, let error): return error.exitStatus
    case .file, .unreadableField, .unreadableLine, .entriesOutOfOrder: return 14
    }
  }

  var isOfFile: Bool {
    if case .file = self { true } else { false }
  }

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
    case .file(let error):
      isUsage
        ? "\(error) A run's results, or the evidence folder in them, are wanted." : "\(error)"
    case .unreadableField(let line, let field, let found, let accepted):
      "evidence line \(line), field \(field): found \(found); it must be \(accepted)."
    case .unreadableLine(let line, let reason): "evidence line \(line): \(reason)"
    case .entriesOutOfOrder(let line):
      "evidence line \(line), field entry: entries must count from 1 without gaps."
    case .inFile(let name, let error): "\(name): \(error)"
    case .flaw(let flaw): "\(flaw)"
    }
  }
}
