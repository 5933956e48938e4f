// Owns: the last look at every artefact of a run, and taking away what a planted secret got into.
// Does not own: finding it (SecretSearch).

import Evidence
import SecretSearch

/// What the last search found.
package enum LeakState: Sendable, Hashable {
  /// The run has not reached it yet.
  case pending
  /// `secretCount` texts were looked for.
  case clean(artefactCount: Int, secretCount: Int)
  case found([Leak], artefactCount: Int)

  /// The names of what held a secret.
  var artefacts: [String] {
    switch self {
    case .found(let leaks, _): leaks.map(\.artefact)
    case .pending, .clean: []
    }
  }

  package var isLeak: Bool {
    switch self {
    case .found: true
    case .pending, .clean: false
    }
  }
}

package struct Leak: Sendable, Hashable, CustomStringConvertible {
  /// The artefact's file name, or `console`.
  package let artefact: String
  /// `nil` where only the artefact was written down.
  package let hit: SecretScanner.Hit?
  /// Where the file was moved to; `nil` for the console.
  package let quarantine: String?

  package var description: String {
    let place = quarantine.map { "; the file was moved to \($0)" } ?? ""
    return "a planted secret stood in \(artefact)\(hit.map { " \($0)" } ?? "")\(place)"
  }
}

extension LeakState {
  /// Of a run whose evidence records it.
  package init(_ search: EvidenceSearch) {
    guard !search.leaking.isEmpty else {
      self = .clean(artefactCount: search.artefactCount, secretCount: search.secretCount)
      return
    }
    let leaks = search.leaking.map { Leak(artefact: $0.text, hit: nil, quarantine: nil) }
    self = .found(leaks, artefactCount: search.artefactCount)
  }

  /// - Parameter word: Makes a word of an artefact's name, which is ours.
  func search(secretCount: Int, _ word: (String) -> TableText) -> EvidenceSearch? {
    switch self {
    case .pending: nil
    case .clean(let count, let secrets):
      EvidenceSearch(secretCount: secrets, artefactCount: count, leaking: [])
    case .found(let leaks, let count):
      EvidenceSearch(
        secretCount: secretCount, artefactCount: count, leaking: leaks.map { word($0.artefact) })
    }
  }
}

struct ArtifactScan {
  let scanner: SecretScanner
  let runName: String
  let files: any FileAccess

  /// - Parameters:
  ///   - artefacts: Paths of all files that the run wrote.
  ///   - unwritten: Files that come last, one of them in the place of the first manifest.
  ///   - console: What was written to the console.
  ///   - consoleHit: What was found in a text that was therefore not written there.
  func run(
    artefacts: [String], unwritten: [(name: String, bytes: [UInt8])], console: [UInt8],
    consoleHit: SecretScanner.Hit?
  ) throws(ReportError) -> LeakState {
    var leaks: [Leak] = []
    do throws(FileError) {
      for path in artefacts {
        guard let hit = scanner.search(try files.read(path)).first else { continue }
        let name = FilePath(path).name
        leaks.append(Leak(artefact: name, hit: hit, quarantine: try quarantine(path)))
      }
    } catch {
      throw .unwritable(error)
    }
    for file in unwritten where !leaks.contains(where: { $0.artefact == file.name }) {
      guard let hit = scanner.search(file.bytes).first else { continue }
      leaks.append(Leak(artefact: file.name, hit: hit, quarantine: nil))
    }
    if let hit = consoleHit ?? scanner.search(console).first {
      leaks.append(Leak(artefact: "console", hit: hit, quarantine: nil))
    }
    let names = Set(artefacts + unwritten.map(\.name)).count {
      !$0.hasSuffix("/\(EvidenceFolder.manifestName)")
    }
    let count = names + 1
    return leaks.isEmpty
      ? .clean(artefactCount: count, secretCount: scanner.secretCount)
      : .found(leaks, artefactCount: count)
  }

  /// Out of the folder that is handed on, and still there for the one who looks for the cause.
  private func quarantine(_ path: String) throws(FileError) -> String {
    var top = FilePath(FilePath(path).folder)
    if top.name == ResultsLayout.evidenceName { top = FilePath(top.folder) }
    let folder =
      top.text == "."
      ? FilePath(".quarantine-\(runName)")
      : FilePath(top.sibling("\(top.name).quarantine-\(runName)"))
    if try files.kind(of: folder.text, followingLinks: false) == .absent {
      try files.makeFolder(folder.text)
    }
    let target = folder.child(FilePath(path).name)
    try files.rename(path, to: target)
    try files.syncFolder(folder.text)
    return target
  }
}
