// Owns: the evidence of several shards → one run's, file by file as they were written.
// Does not own: where it is written (MergedResults) or reading one folder (StoredEvidence).

package struct EvidenceMerge: Sendable {
  package struct File: Sendable {
    package let facts: EvidenceFolder.FileFacts
    package let bytes: [UInt8]
  }

  package let run: RedactedRun
  package let plan: EvidencePlan
  /// `nil` where one of them has none.
  package let search: EvidenceSearch?
  /// By ordinal, complete.
  package let scenarios: [RedactedScenario]
  /// By ordinal.
  package let files: [Int: File]

  /// - Parameter folders: Evidence folders, or results folders with one in them; at least one.
  /// - Throws: `MergeError` where they are not the whole of one selection, each part once.
  package static func join(
    _ folders: [String], _ files: some FileAccess = SystemFiles()
  ) throws(MergeError) -> EvidenceMerge {
    var shards: [Shard] = []
    for folder in folders { shards.append(try Shard(folder, files)) }
    guard let first = shards.first else { throw .nothing }
    for shard in shards.dropFirst() { try shard.checkSameRun(as: first) }

    var owners: [Int: Shard] = [:]
    for shard in shards {
      for scenario in shard.stored.scenarios {
        if let owner = owners[scenario.ordinal] {
          throw .twice(
            scenario: scenario.id.text, ordinal: scenario.ordinal, first: owner.folder,
            second: shard.folder)
        }
        owners[scenario.ordinal] = shard
      }
    }
    let selection = first.stored.plan.selection
    let missing = (1..<(selection.count + 1)).filter { owners[$0] == nil }
    guard missing.isEmpty else {
      throw .missing(
        scenarios: missing.map { selection[$0 - 1].text }, selected: selection.count)
    }
    return try EvidenceMerge(shards, first, files)
  }

  private init(
    _ shards: [Shard], _ first: Shard, _ access: some FileAccess
  ) throws(MergeError) {
    var files: [Int: File] = [:]
    for shard in shards {
      for (ordinal, facts) in shard.stored.files {
        let path = FilePath(shard.stored.path).child(facts.name)
        do throws(FileError) {
          files[ordinal] = File(facts: facts, bytes: try access.read(path))
        } catch {
          throw .unreadable(folder: shard.folder, .file(error))
        }
      }
    }
    self.files = files
    scenarios = shards.flatMap(\.stored.scenarios).sorted { $0.ordinal < $1.ordinal }
    plan = EvidencePlan(
      selection: first.stored.plan.selection,
      scenarios: shards.flatMap(\.stored.plan.scenarios).sorted { $0.ordinal < $1.ordinal },
      command: first.stored.plan.command)
    let searches = shards.compactMap(\.stored.search)
    search = searches.count == shards.count ? EvidenceSearch(joining: searches) : nil
    run = RedactedRun(joining: shards.map(\.stored.run))
  }
}

/// One of the folders.
private struct Shard {
  let folder: String
  let stored: StoredEvidence

  init(_ folder: String, _ files: some FileAccess) throws(MergeError) {
    self.folder = folder
    // Damage is reported before what therefore cannot be read.
    if let flaw = try Self.gravestFlaw(of: folder, files) {
      throw .damaged(folder: folder, flaw)
    }
    do throws(EvidenceError) {
      stored = try StoredEvidence.read(folder, files: files)
    } catch {
      throw .unreadable(folder: folder, error)
    }
  }

  private static func gravestFlaw(
    of folder: String, _ files: some FileAccess
  ) throws(MergeError) -> EvidenceFlaw? {
    do throws(EvidenceError) {
      return try EvidenceVerification.verify(folder, files: files).flaws
        .max { $0.exitStatus < $1.exitStatus }
    } catch {
      throw .unreadable(folder: folder, error)
    }
  }

  func checkSameRun(as first: Shard) throws(MergeError) {
    let (own, other) = (stored.run, first.stored.run)
    let differences: [(String, Bool)] = [
      (
        "of another scenario table",
        own.table != other.table || own.tableDigest != other.tableDigest
      ),
      ("of another client", own.clientDigest != other.clientDigest),
      ("of another version of acceptance", own.toolVersion != other.toolVersion),
      ("of another redaction policy", own.policyDigest != other.policyDigest),
      (
        "of another selection: --only, --skip or --repeat differ",
        stored.plan.selection != first.stored.plan.selection
      ),
      ("of another command line", stored.plan.command != first.stored.plan.command),
    ]
    for (words, isDifferent) in differences where isDifferent {
      throw .other(folder: folder, words: words, first: first.folder)
    }
  }
}

/// Why folders cannot be joined; each has a status of its own.
package enum MergeError: Error, Sendable, Hashable {
  case nothing
  case unreadable(folder: String, EvidenceError)
  case damaged(folder: String, EvidenceFlaw)
  case other(folder: String, words: String, first: String)
  case twice(scenario: String, ordinal: Int, first: String, second: String)
  case missing(scenarios: [String], selected: Int)
}

extension MergeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "no folder is named; the results folders of all shards are wanted."
    // It names the folder itself.
    case .unreadable(_, let error) where error.isOfFile: "\(error)"
    case .unreadable(let folder, let error): "\(folder): \(error)"
    case .damaged(let folder, let flaw): "\(folder): \(flaw)"
    case .other(let folder, let words, let first):
      "\(folder): this run is \(words) than that of \(first); the shards of one run are wanted."
    case .twice(let scenario, let ordinal, let first, let second):
      "scenario \(scenario) (number \(ordinal) of the selection) stands in \(first) and in "
        + "\(second); each shard is wanted once."
    case .missing(let scenarios, let selected):
      "\(scenarios.count) of \(selected) scenarios stand in none of the folders: "
        + scenarios.prefix(5).joined(separator: ", ")
        + (scenarios.count > 5 ? " and \(scenarios.count - 5) more" : "")
        + "; the folders of all shards are wanted."
    }
  }
}
