// Owns: the score as JSON, for programs.

import AcceptanceModel
import StrictJSON

package enum ScoreJSON {
  /// One object, ends with a line feed.
  package static func bytes(_ score: Score) -> [UInt8] {
    let value = JSONValue.object([
      JSONMember("schema", .string("acceptance-score/1")),
      JSONMember("table", .string(score.table)),
      JSONMember("quick", .bool(score.isQuick)),
      JSONMember("interrupted", .bool(score.isPartial)),
      JSONMember("good", .bool(score.isGood)),
      JSONMember("survivors", strings(score.names(.survives))),
      JSONMember("foundOtherwiseOnly", strings(score.names(.caughtOtherwise))),
      JSONMember("notKnown", strings(score.names(.open))),
      JSONMember("falseAlarms", .array(score.falseAlarms.map(alarm))),
      JSONMember("idleScenarios", strings(score.idleScenarios.map(\.id.text))),
      JSONMember("scenarios", .array(score.scenarios.map { scenario($0, in: score) })),
      JSONMember("clients", .array(score.rows.map { row($0, in: score) })),
    ])
    return JSONWriter.bytes(of: value) + [0x0A]
  }

  private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  private static func alarm(_ alarm: FalseAlarm) -> JSONValue {
    .object([
      JSONMember("client", .string(alarm.client)),
      JSONMember("scenario", .string(alarm.scenario.text)),
      JSONMember("outcome", outcome(alarm.outcome)),
    ])
  }

  private static func scenario(_ scenario: ScoredScenario, in score: Score) -> JSONValue {
    .object([
      JSONMember("id", .string(scenario.id.text)),
      JSONMember("group", .string(scenario.group)),
      JSONMember("ownCatches", strings(score.soleCatches(of: scenario.id))),
      JSONMember("staysBecause", .string(scenario.staysBecause)),
    ])
  }

  private static func row(_ row: Score.Row, in score: Score) -> JSONValue {
    let codes: [FindingCode] = if case .wrong(let codes) = row.client.role { codes } else { [] }
    var members = [
      JSONMember("name", .string(row.client.name)),
      JSONMember("summary", .string(row.client.summary)),
      JSONMember("right", .bool(row.client.isRight)),
      JSONMember("codes", strings(codes.map(\.text))),
      JSONMember(
        "outcomes",
        .object(
          zip(score.scenarios, row.outcomes).map {
            JSONMember($0.0.id.text, outcome($0.1))
          })),
    ]
    if let advice = score.advice[row.client.name] {
      members.append(JSONMember("wouldBeCaughtBy", .string(advice.id.text)))
    }
    return .object(members)
  }

  private static func outcome(_ outcome: Outcome) -> JSONValue {
    switch outcome {
    case .passed: word("passed")
    case .skipped: word("skipped")
    case .notRun: word("notRun")
    case .inconclusive(let sentence): word("inconclusive", JSONMember("reason", .string(sentence)))
    case .caught(let codes): word("caught", JSONMember("codes", strings(codes.map(\.text))))
    case .foundOtherwise(let codes):
      word("foundOtherwise", JSONMember("codes", strings(codes.map(\.text))))
    }
  }

  private static func word(_ word: String, _ more: JSONMember...) -> JSONValue {
    .object([JSONMember("outcome", .string(word))] + more)
  }
}
