// Owns: why reports could not be written, one sentence each.

import AcceptanceModel
import Evidence

package enum ReportError: Error, Sendable, Hashable {
  /// The folder holds something that no run put there; it is never deleted.
  case notOurs(path: String)
  /// A folder of ours holds this besides, which no run put there.
  case foreignFile(path: String)
  /// Another run is writing into the folder.
  case inUse(path: String)
  /// A link that leads nowhere.
  case danglingLink(path: String)
  case unwritable(FileError)
  /// A scenario ended that was not selected, or more often than it was selected.
  case notSelected(ScenarioID)
  case evidence(EvidenceError)

  /// Whether the user asked for something that cannot be, rather than the machine failing.
  package var isUsage: Bool {
    switch self {
    case .notOurs, .foreignFile, .inUse, .danglingLink: true
    case .unwritable(let error), .evidence(.file(let error)):
      switch error.cause {
      case .notAFolder, .isAFolder, .notAllowed, .readOnly, .absent, .alreadyThere, .notEmpty: true
      case .diskFull, .busy, .otherFileSystem, .other: false
      }
    case .evidence, .notSelected: false
    }
  }
}

extension ReportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notOurs(let path):
      "\(path): this folder holds files that no run of acceptance wrote, so it is left alone; "
        + "name a folder that is new, empty, or of an earlier run."
    case .foreignFile(let path):
      "\(path): no run of acceptance wrote this, and a run replaces its folder whole; move it "
        + "elsewhere, or name another folder."
    case .inUse(let path):
      "\(path): another run is writing its results there; wait for it, or name another folder."
    case .danglingLink(let path):
      "\(path): this link leads nowhere; name a folder, or make what it leads to."
    case .notSelected(let id): "scenario \(id) ended more often than it was selected."
    case .unwritable(let error): "cannot write \(error)"
    case .evidence(.file(let error)): "cannot write \(error)"
    case .evidence(let error): "\(error)"
    }
  }
}
