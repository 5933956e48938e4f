// Owns: the whole file, and what its parts say about each other.

import AcceptanceModel
import StrictJSON

struct TableDraft: Sendable {
  let client: ClientSpec
  let server: ServerLayer
  let answers: AnswerContract
  let redaction: RedactionSpec
  let knownFailures: [Placed<KnownFailure>]
  let scenarios: [ScenarioDraft]
}

extension Form where Value == TableDraft {
  static func table(
    knownCodes: Set<FindingCode>, drivers: [DriverForm]
  ) -> Form {
    let scenario = Form<ScenarioDraft>.scenario(knownCodes: knownCodes)
    return .object("the table") { reader in
      _ = reader.optional("$schema", .line(0...2000), "for editors; not read")
      let version = reader.required("version", .version, "the version of this format")
      let client = reader.required(
        "client", .client(drivers), "the client under test")
      let server = reader.optional("server", .server, "the server under the scenarios")
      let answers = reader.optional(
        "answers", .answers, "what a status obliges the client to do, where it is not the default")
      let redaction = reader.optional("redaction", .redaction, "what reports may show in clear")
      let failures = reader.optional(
        "knownFailures",
        .list(
          of: Form<KnownFailure>.knownFailure(knownCodes).placed, count: 0...1000,
          of: "known failures", calling: "a known failure"),
        "findings that do not fail the run; one that does not come does")
      let scenarios = reader.required(
        "scenarios",
        .list(of: scenario, count: 1...1000, of: "scenarios", calling: "a scenario"),
        "what is run, in this order")
      guard version != nil, let client, let scenarios else { return nil }
      return TableDraft(
        client: client, server: server ?? ServerLayer(), answers: answers ?? AnswerContract(),
        redaction: redaction ?? RedactionSpec(), knownFailures: failures ?? [],
        scenarios: scenarios)
    }
  }
}

extension Form where Value == Int {
  /// The only one so far.
  fileprivate static var version: Form {
    Form(.number, wanted: "1, the only version so far", schema: Schema(["const": .integer(1)])) {
      $0.value.intValue == 1 ? 1 : nil
    }
  }
}

extension TableDraft {
  /// The table as values, after the checks that need more than one part of it.
  func table(named name: String, _ problems: inout ProblemList) -> ScenarioTable {
    refuseRepeatedIDs(&problems)
    refuseUnknownFailures(&problems)
    let scenarios = scenarios.map { draft in
      let spec = ServerLayer.spec([server] + (draft.server.map { [$0.value] } ?? []))
      draft.refuseKeyInNoField(spec, &problems)
      draft.refuseLossOfStore(spec, &problems)
      if draft.isWhole { draft.refuseUnreachable(under: spec, &problems) }
      return draft.scenario(under: spec)
    }
    return ScenarioTable(
      name: name, client: client, server: ServerLayer.spec([server]), answers: answers,
      redaction: redaction, knownFailures: knownFailures.map(\.value), scenarios: scenarios)
  }

  private func refuseRepeatedIDs(_ problems: inout ProblemList) {
    var places: [String: SourcePosition] = [:]
    for id in scenarios.map(\.id) {
      if let first = places[id.value] {
        problems.add(
          id.position,
          "the id \"\(id.value)\" is taken (first at \(first)); each scenario has its own")
      } else {
        places[id.value] = id.position
      }
    }
  }

  private func isWaived(_ failure: KnownFailure) -> Bool {
    scenarios.contains { draft in
      draft.id.value == failure.scenario.text
        && draft.waivers.contains { $0.code == failure.code }
    }
  }

  private func refuseUnknownFailures(_ problems: inout ProblemList) {
    let ids = scenarios.map(\.id.value)
    var seen: Set<[String]> = []
    for failure in knownFailures {
      let (id, code) = (failure.value.scenario.text, failure.value.code.text)
      if !ids.contains(id) {
        problems.add(
          failure.position,
          "unknown scenario \"\(id)\" in a known failure; \(Suggestion.instead(of: id, among: ids))"
        )
      }
      if isWaived(failure.value) {
        problems.add(
          failure.position,
          "the known failure \"\(code)\" can never come: \"\(id)\" waives that rule; "
            + "drop one of both")
      }
      if !seen.insert([id, code]).inserted {
        problems.add(
          failure.position, "the known failure \"\(code)\" of \"\(id)\" stands there already")
      }
    }
  }
}

extension ScenarioDraft {
  func scenario(under spec: ServerSpec) -> Scenario {
    Scenario(
      id: ScenarioID(id.value), group: group, title: title, why: why, position: position,
      server: server.map { _ in spec }, faults: faults.map(\.value), steps: steps.map(\.value.step),
      premises: premises, waivers: waivers, needs: needs, staysBecause: staysBecause)
  }

  private var premises: [Int: Premise] {
    let placed = steps.enumerated().compactMap { index, step in
      step.value.premise.map { (index, $0) }
    }
    return Dictionary(uniqueKeysWithValues: placed)
  }

  func refuseKeyInNoField(_ spec: ServerSpec, _ problems: inout ProblemList) {
    switch (spec.key, spec.body) {
    case (.field, .bytes):
      problems.add(
        server?.position ?? position,
        "the key is in a field, but the body is \"bytes\", which has none; such a body needs a "
          + "header")
    case (.header, .batch):
      problems.add(
        server?.position ?? position,
        "the body is \"batch\", but the key is in a header, and one header has one key; each "
          + "operation of a batch has its key in a field")
    case (.field, _), (.header, _), (.none, _): break
    }
  }

  /// A store holds what earlier runs recorded.
  fileprivate func refuseLossOfStore(_ spec: ServerSpec, _ problems: inout ProblemList) {
    guard spec.store != nil else { return }
    let losses =
      faults.filter { $0.value.action == .crashServer(.lost) }.map(\.position)
      + steps.filter { $0.value.step == .server(.restart(.lost)) }.map(\.position)
    for position in losses {
      problems.add(
        position,
        "the records would be lost, but this server keeps them in a store, with those of earlier "
          + "runs; it takes records kept, or no \"store\"")
    }
  }
}
