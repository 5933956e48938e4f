import AcceptanceModel
import Reporting

/// One test case a scenario.
package enum CrashJUnit {
  package static func text(_ report: CrashReport) -> String {
    var xml = XMLWriter()
    let failed = report.scenarios.count { isFailed($0) }
    let errors = report.scenarios.count { isError($0) }
    let skipped = report.scenarios.count { if case .skipped = $0.standing { true } else { false } }
    xml.element(
      "testsuite",
      [
        "name": "crash-test \(report.table)", "tests": "\(report.scenarios.count)",
        "failures": "\(failed)", "errors": "\(errors)", "skipped": "\(skipped)",
        "time": time(report.duration),
      ]
    ) { xml in
      for scenario in report.scenarios { write(scenario, report, &xml) }
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml.text
  }

  private static func write(
    _ scenario: CrashScenarioResult, _ report: CrashReport, _ xml: inout XMLWriter
  ) {
    xml.element(
      "testcase",
      [
        "classname": "crash-test", "name": scenario.id.text, "time": time(scenario.duration),
      ]
    ) { xml in
      if case .skipped(let reason) = scenario.standing {
        xml.empty("skipped", ["message": reason])
      } else if isFailed(scenario) {
        let lines = failureLines(scenario)
        xml.leaf(
          "failure", ["message": lines.first ?? "", "type": "CrashPoint"],
          text: lines.joined(separator: "\n"))
      } else if isError(scenario) {
        let lines = errorLines(scenario)
        xml.leaf(
          "error", ["message": lines.first ?? "", "type": "Inconclusive"],
          text: lines.joined(separator: "\n"))
      }
    }
  }

  private static func isFailed(_ scenario: CrashScenarioResult) -> Bool {
    if case .failsUninterrupted = scenario.standing { return true }
    return !scenario.failures.isEmpty
  }

  private static func isError(_ scenario: CrashScenarioResult) -> Bool {
    guard !isFailed(scenario) else { return false }
    switch scenario.standing {
    case .tested: return scenario.count("inconclusive") > 0
    case .inconclusive, .notFinished: return true
    case .skipped, .failsUninterrupted: return false
    }
  }

  private static func failureLines(_ scenario: CrashScenarioResult) -> [String] {
    if let reason = CrashReasons.reason(scenario.standing) { return [reason] }
    return scenario.failures.map { result in
      guard case .failed(let findings) = result.outcome, let finding = findings.first else {
        return result.trial.text
      }
      let call = result.call.map { " (\($0))" } ?? ""
      return "\(result.trial.text)\(call): \(finding.code): \(finding.sentence.text)"
    }
  }

  private static func errorLines(_ scenario: CrashScenarioResult) -> [String] {
    if let reason = CrashReasons.reason(scenario.standing) { return [reason] }
    return scenario.trials.compactMap { result in
      guard case .inconclusive(let reason) = result.outcome else { return nil }
      return "\(result.trial.text): \(reason)"
    }
  }

  private static func time(_ duration: Duration) -> String {
    let milliseconds = duration.milliseconds
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
