import AcceptanceModel

/// The lines of a crash test on the terminal.
package enum CrashConsole {
  package static func line(_ result: CrashScenarioResult) -> String {
    let name = result.id.text
    switch result.standing {
    case .tested:
      let failed = result.count("failed")
      let sign = failed > 0 ? "✗" : result.count("inconclusive") > 0 ? "!" : "✓"
      return "\(sign) \(name)  \(counts(result))  \(seconds(result.duration))"
    case .skipped(let reason): return "- \(name)  skipped: \(reason)"
    case .failsUninterrupted(let findings):
      return "✗ \(name)  fails without being interrupted: "
        + (findings.first.map { "\($0.code)" } ?? "")
    case .inconclusive(let reason):
      return "! \(name)  inconclusive without being interrupted: \(reason)"
    case .notFinished: return "· \(name)  not finished"
    }
  }

  static func counts(_ result: CrashScenarioResult) -> String {
    let words = ["failed", "inconclusive", "survived", "not reached"]
    let parts = words.compactMap { word -> String? in
      let count = result.count(word)
      return count == 0 ? nil : "\(count) \(word)"
    }
    return "\(result.trials.count) runs: \(parts.joined(separator: ", "))"
  }

  package static func seconds(_ duration: Duration) -> String {
    let tenths = duration.milliseconds / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// - Parameter commands: What repeats each discovery, in their order.
  package static func summary(_ report: CrashReport, commands: [String]) -> [String] {
    var lines: [String] = []
    for (discovery, command) in zip(report.discoveries, commands) {
      lines.append("\(discovery.code)  in \(discovery.count) of \(report.trialCount) runs")
      lines.append("  simplest  \(discovery.scenario)  \(discovery.trial.text)")
      if let call = discovery.call { lines.append("  call      \(call)") }
      lines.append("  \(discovery.sentence)")
      let confirmed = discovery.confirmedCount.map {
        "  (failed \($0) of \(CrashMinimiser.confirmations) times)"
      }
      lines.append("  repeat    \(command)\(confirmed ?? "")")
      lines.append("")
    }
    if let reason = report.callsSkipped {
      lines.append("system calls and power loss were not tested: \(reason)")
    }
    lines.append(
      "\(report.trialCount) runs of \(report.scenarios.count) scenarios in "
        + "\(seconds(report.duration)): \(report.count("survived")) survived, "
        + "\(report.count("failed")) failed, \(report.count("inconclusive")) inconclusive, "
        + "\(report.count("not reached")) not reached")
    return lines
  }
}
