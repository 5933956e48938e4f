// Owns: `answers`, `redaction`, `knownFailures` and `waive`: what a table says about the judging.

import AcceptanceModel
import StrictJSON

extension Form where Value == AnswerContract {
  static var answers: Form {
    let status = Spelling(
      "a status from 200 to 599", longest: 3, pattern: "^[2-5][0-9]{2}$"
    ) {
      $0.utf8.count == 3 && (Int($0).map { (200...599).contains($0) } ?? false)
    }
    return Form<[(name: String, value: ClientObligation)]>
      .map(
        from: status, to: Form<ClientObligation>.word(noun: "duty"), count: 0...400, of: "statuses"
      )
      .map { rows in
        var contract = AnswerContract()
        for row in rows {
          if let status = Int(row.name) { contract.overrides[status] = row.value }
        }
        return contract
      }
  }
}

extension Form where Value == RedactionSpec {
  static var redaction: Form {
    .object { reader in
      let publicFields = reader.optional(
        "publicFields", .set(of: .name(.fieldName), count: 0...100, of: "field names"),
        "fields of the server's answers that reports show in clear")
      let shapes = reader.optional(
        "safeKeyShapes",
        .set(
          of: Form<RedactionSpec.KeyShape>.word(noun: "key shape"),
          count: 0...RedactionSpec.KeyShape.allCases.count,
          of: "key shapes"),
        "shapes in which reports show an idempotency key in clear; empty: never")
      let sensitiveFields = reader.optional(
        "sensitiveFields", .set(of: .name(.fieldName), count: 0...100, of: "field names"),
        "body fields that are secret, at any depth and in either case: what the table writes in "
          + "one, or else a canary, must reach no report and none of the client's output")
      return RedactionSpec(
        publicFields: publicFields ?? [], safeKeyShapes: Set(shapes ?? []),
        sensitiveFields: sensitiveFields ?? [])
    }
  }
}

extension Form where Value == FindingCode {
  static func findingCode(_ known: Set<FindingCode>) -> Form {
    Form<String>.word(known.map(\.text).sorted(), noun: "finding code").map { FindingCode($0) }
  }
}

extension Form where Value == KnownFailure {
  static func knownFailure(_ codes: Set<FindingCode>) -> Form {
    .object("a known failure") { reader in
      let scenario = reader.required("scenario", .scenarioID, "the scenario that fails")
      let code = reader.required("code", .findingCode(codes), "the finding it fails with")
      let reason = reader.required("reason", .line(1...500), "why it may, and until when")
      guard let scenario, let code, let reason else { return nil }
      return KnownFailure(scenario: ScenarioID(scenario), code: code, reason: reason)
    }
  }
}

extension Form where Value == Waiver {
  static func waiver(_ codes: Set<FindingCode>) -> Form {
    .object("a waiver") { reader in
      let code = reader.required("code", .findingCode(codes), "the rule that does not hold here")
      let reason = reader.required("reason", .line(1...500), "why it does not")
      guard let code, let reason else { return nil }
      return Waiver(code: code, reason: reason)
    }
  }
}
