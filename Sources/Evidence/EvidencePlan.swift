// Owns: what a run set out to do, as recorded in its manifest: so that a report made from evidence
// alone names what never ended, and shards that are joined show what is missing.
// Does not own: what became of it (the scenarios' files).

import AcceptanceModel
import StrictJSON

package struct EvidencePlan: Sendable {
  /// The ids of everything that was selected, over all shards; one that is run twice is listed
  /// twice. A scenario's ordinal is its place here, from 1.
  package let selection: [TableText]
  /// What this run, or this shard, was to run, none of it ended; ordinals ascend.
  package let scenarios: [RedactedScenario]
  /// What runs the whole table again with the same client.
  package let command: TableText

  package init(selection: [TableText], scenarios: [RedactedScenario], command: TableText) {
    self.selection = selection
    self.scenarios = scenarios
    self.command = command
  }

  var members: [JSONMember] {
    [
      JSONMember("scenarioCount", .integer(scenarios.count)),
      JSONMember("selection", .array(selection.map { .string($0.text) })),
      JSONMember("command", .string(command.text)),
      JSONMember("scenarios", .array(scenarios.map { .object(EvidenceChain.listing(of: $0)) })),
    ]
  }
}

/// What the last look at every artefact of a run found, for reports that are made again.
package struct EvidenceSearch: Sendable, Hashable {
  /// How many planted texts were looked for.
  package let secretCount: Int
  package let artefactCount: Int
  /// The names of the artefacts that held one.
  package let leaking: [TableText]

  package init(secretCount: Int, artefactCount: Int, leaking: [TableText]) {
    self.secretCount = secretCount
    self.artefactCount = artefactCount
    self.leaking = leaking
  }

  /// Of several runs together.
  init(joining searches: [EvidenceSearch]) {
    secretCount = searches.reduce(0) { $0 + $1.secretCount }
    artefactCount = searches.reduce(0) { $0 + $1.artefactCount }
    leaking = searches.flatMap(\.leaking)
  }

  var json: JSONValue {
    .object([
      "secrets": .integer(secretCount), "artefacts": .integer(artefactCount),
      "leaking": .array(leaking.map { .string($0.text) }),
    ])
  }

  /// `nil` where there is none, or none that can be read.
  init?(_ value: JSONValue?) {
    guard let secrets = value?["secrets"]?.intValue, let artefacts = value?["artefacts"]?.intValue,
      let leaking = value?["leaking"]?.arrayValue
    else { return nil }
    self.init(
      secretCount: secrets, artefactCount: artefacts,
      leaking: leaking.compactMap { $0.stringValue.map(StoredText.fileWord) })
  }
}

extension EvidenceChain {
  /// What a scenario's first line says of it, as JSON.
  fileprivate static func listing(of scenario: RedactedScenario) -> [JSONMember] {
    description(of: scenario).compactMap { field, value in
      value.map { JSONMember(field.text, $0.json) }
    }
  }
}

extension FactReader {
  /// Of a whole manifest.
  func plan() throws(EvidenceError) -> EvidencePlan {
    var scenarios: [RedactedScenario] = []
    for entry in try array("scenarios") {
      scenarios.append(try FactReader(line: line, value: entry).listedScenario())
    }
    return EvidencePlan(
      selection: try array("selection").map { StoredText.fileWord($0.stringValue ?? "") },
      scenarios: scenarios, command: try word(.command))
  }

  private func array(_ name: String) throws(EvidenceError) -> [JSONValue] {
    guard let array = value[name]?.arrayValue else {
      throw .unreadableField(
        line: line, field: name, found: value[name]?.kindName ?? "nothing", accepted: "an array")
    }
    return array
  }
}
