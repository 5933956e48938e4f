import AcceptanceModel

/// The `kind` of the lines around a history.
package enum FrameKind: String, Sendable, Hashable, CaseIterable {
  case header, terms, verdict, end
}

/// Fields of the lines around a history, and of every line. Those of observations are named by them.
extension FieldName {
  // Every line.
  package static let version: FieldName = "v"
  package static let sequence: FieldName = "seq"
  package static let previous: FieldName = "prev"
  package static let at: FieldName = "tMs"
  package static let kind: FieldName = "kind"
  package static let entry: FieldName = "entry"

  // The first and the last line.
  static let schema: FieldName = "schema"
  static let run: FieldName = "run"
  static let tool: FieldName = "tool"
  static let table: FieldName = "table"
  static let tableDigest: FieldName = "tableDigest"
  static let clientDigest: FieldName = "clientDigest"
  static let policyDigest: FieldName = "policyDigest"
  static let seed: FieldName = "seed"
  static let startedAt: FieldName = "startedAt"
  static let scenario: FieldName = "scenario"
  static let ordinal: FieldName = "ordinal"
  static let group: FieldName = "group"
  static let title: FieldName = "title"
  static let why: FieldName = "why"
  static let line: FieldName = "line"
  static let column: FieldName = "column"
  static let faultKinds: FieldName = "faultKinds"
  static let lines: FieldName = "lines"
  static let complete: FieldName = "complete"
  static let keyID: FieldName = "keyID"
  static let reproducible: FieldName = "reproducible"

  // What the client is held to.
  static let answers: FieldName = "answers"
  static let waivers: FieldName = "waivers"
  static let expectsKey: FieldName = "expectsKey"
  static let okExit: FieldName = "okExit"
  static let listsTasks: FieldName = "listsTasks"
  static let givesToken: FieldName = "givesToken"
  static let status: FieldName = "status"
  static let duty: FieldName = "duty"
  static let runnerDelays: FieldName = "runnerDelays"
  static let endedAtMs: FieldName = "endedAtMs"
  static let lateByMs: FieldName = "lateByMs"
  static let reason: FieldName = "reason"

  // The verdict, and the manifest.
  static let verdict: FieldName = "verdict"
  static let findings: FieldName = "findings"
  static let code: FieldName = "code"
  static let operation: FieldName = "operation"
  static let sentence: FieldName = "sentence"
  static let proof: FieldName = "proof"
  static let follows: FieldName = "follows"
  static let error: FieldName = "error"
  static let durationMs: FieldName = "durationMs"
  static let stdoutBytes: FieldName = "stdoutBytes"
  static let stderrBytes: FieldName = "stderrBytes"
  static let earlierTries: FieldName = "earlierTries"
  static let loadPercent: FieldName = "loadPercent"
  static let command: FieldName = "command"
}
