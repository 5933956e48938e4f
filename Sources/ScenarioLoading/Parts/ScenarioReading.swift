// Owns: one scenario of the file, as read; what only its table can provide (the server that it
// builds on) is filled in by TableReading.

import AcceptanceModel
import StrictJSON

/// A scenario whose faults and steps still know where they were in the file.
struct ScenarioDraft: Sendable {
  let id: Placed<String>
  let position: SourcePosition
  let group: String
  let title: String
  let why: String
  let server: Placed<ServerLayer>?
  let staysBecause: String
  let needs: [Ability]
  let waivers: [Waiver]
  let faults: [Placed<PlannedFault>]
  let steps: [Placed<StepDraft>]
  /// Whether nothing was left out for being wrong: what is left of a scenario cannot be walked
  /// through without calling right steps wrong.
  let isWhole: Bool
}

extension Form where Value == ScenarioDraft {
  static func scenario(knownCodes: Set<FindingCode>) -> Form {
    let step = Form<StepDraft>.step.placed
    let fault = Form<PlannedFault>.fault.placed
    let server = Form<ServerLayer>.server.placed
    return .object("a scenario") { reader in
      let problemCount = reader.problems.found.count
      let id = reader.required("id", Form<String>.scenarioID.placed, "unique in its table")
      let group = reader.optional("group", .line(1...100), "the heading it stands under")
      let title = reader.required("title", .line(1...200), "what happens, in one line")
      let why = reader.optional("why", .line(1...1000), "what a client gets wrong here")
      let stays = reader.optional(
        "staysBecause", .line(1...1000),
        "why it stays though others catch what it catches, for acceptance score")
      let layer = reader.optional("server", server, "changes to the table's server")
      let needs = reader.optional(
        "needs", .set(of: Form<Ability>.word(noun: "ability"), count: 0...20, of: "abilities"),
        "abilities without which a client is not asked, besides those that the steps use")
      let waivers = reader.optional(
        "waive", .list(of: .waiver(knownCodes), count: 0...100, of: "waivers", calling: "a waiver"),
        "rules that do not hold here")
      let faults = reader.optional(
        "faults", .list(of: fault, count: 0...100, of: "faults", calling: "a fault"),
        "what goes wrong")
      let steps = reader.required(
        "steps", .list(of: step, count: 1...500, of: "steps", calling: "a step"),
        "what the user and the system do, one after the other")
      reader.refuseRepeated(waivers ?? [])
      guard let id, let title, let steps else { return nil }
      return ScenarioDraft(
        id: id, position: reader.position, group: group ?? "", title: title, why: why ?? "",
        server: layer, staysBecause: stays ?? "", needs: needs ?? [], waivers: waivers ?? [],
        faults: faults ?? [], steps: steps, isWhole: reader.problems.found.count == problemCount)
    }.defined(as: "scenario")
  }
}

extension ObjectReader {
  fileprivate mutating func refuseRepeated(_ waivers: [Waiver]) {
    var seen: Set<FindingCode> = []
    for waiver in waivers where !seen.insert(waiver.code).inserted {
      problems.add(
        position(of: "waive"), "\"waive\" names \"\(waiver.code)\" twice; once is enough")
    }
  }
}
