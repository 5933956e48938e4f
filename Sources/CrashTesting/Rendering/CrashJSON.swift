import AcceptanceModel
import StrictJSON

/// Everything that a crash test has found, for programs.
package enum CrashJSON {
  package static func bytes(_ report: CrashReport) -> [UInt8] {
    var members = [
      JSONMember("version", .integer(1)), JSONMember("table", .string(report.table)),
      JSONMember("runs", .integer(report.trialCount)),
      JSONMember("failed", .integer(report.count("failed"))),
      JSONMember("inconclusive", .integer(report.count("inconclusive"))),
      JSONMember("durationMs", .integer(Int(report.duration.milliseconds))),
    ]
    if let reason = report.callsSkipped {
      members.append(JSONMember("callsSkipped", .string(reason)))
    }
    members.append(JSONMember("findings", .array(report.discoveries.map(value))))
    members.append(JSONMember("scenarios", .array(report.scenarios.map(value))))
    return JSONWriter.bytes(of: .object(members)) + [0x0A]
  }

  private static func value(_ discovery: CrashDiscovery) -> JSONValue {
    .object(
      [
        JSONMember("code", .string(discovery.code.text)),
        JSONMember("scenario", .string(discovery.scenario.text)),
        JSONMember("at", .string(discovery.trial.text)),
      ] + (discovery.call.map { [JSONMember("call", .string($0))] } ?? []) + [
        JSONMember("sentence", .string(discovery.sentence)),
        JSONMember("runs", .integer(discovery.count)),
      ] + (discovery.confirmedCount.map { [JSONMember("confirmed", .integer($0))] } ?? []))
  }

  private static func value(_ scenario: CrashScenarioResult) -> JSONValue {
    var members = [
      JSONMember("id", .string(scenario.id.text)),
      JSONMember("points", .integer(scenario.pointCount)),
      JSONMember("durationMs", .integer(Int(scenario.duration.milliseconds))),
    ]
    if let reason = CrashReasons.reason(scenario.standing) {
      members.append(JSONMember("notTested", .string(reason)))
    }
    members.append(JSONMember("runs", .array(scenario.trials.map(value))))
    return .object(members)
  }

  private static func value(_ result: TrialResult) -> JSONValue {
    var members = [JSONMember("at", .string(result.trial.text))]
    if let call = result.call { members.append(JSONMember("call", .string(call))) }
    members.append(JSONMember("outcome", .string(result.outcome.word)))
    switch result.outcome {
    case .failed(let findings):
      members.append(JSONMember("codes", .array(findings.map { .string($0.code.text) })))
    case .inconclusive(let reason): members.append(JSONMember("reason", .string(reason)))
    case .survived, .notReached: break
    }
    return .object(members)
  }
}

enum CrashReasons {
  /// Why a scenario has no runs; `nil` where it has.
  static func reason(_ standing: CrashScenarioResult.Standing) -> String? {
    switch standing {
    case .tested: nil
    case .skipped(let reason): "skipped: \(reason)"
    case .failsUninterrupted(let findings):
      "fails without being interrupted: "
        + findings.map { "\($0.code): \($0.sentence.text)" }.joined(separator: "; ")
    case .inconclusive(let reason): "inconclusive without being interrupted: \(reason)"
    case .notFinished: "not finished"
    }
  }
}
