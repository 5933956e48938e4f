import AcceptanceModel
import Reporting

/// A page with a table a scenario: points and outcomes. No script, nothing from the network.
package struct CrashHTML {
  private let report: CrashReport
  private let commands: [String]

  /// - Parameter commands: What repeats each discovery, in their order.
  package init(_ report: CrashReport, commands: [String]) {
    self.report = report
    self.commands = commands
  }

  package var text: String {
    let title = "Crash points of \(report.table)"
    return HTMLWriter.standalonePage(title: title, style: Self.style) { html in
      html.element("h1", text: title)
      let lines = CrashConsole.summary(report, commands: commands)
      html.element("p", ["class": report.hasFailed ? "failed" : ""], text: lines.last ?? "")
      if let reason = report.callsSkipped {
        html.element("p", text: "System calls and power loss were not tested: \(reason)")
      }
      for (discovery, command) in zip(report.discoveries, commands) {
        write(discovery, command, &html)
      }
      for scenario in report.scenarios { write(scenario, &html) }
    }
  }

  private func write(_ discovery: CrashDiscovery, _ command: String, _ html: inout HTMLWriter) {
    html.element("h2", text: "\(discovery.code)")
    html.element("p", text: discovery.sentence)
    let call = discovery.call.map { " (\($0))" } ?? ""
    html.element(
      "p",
      text: "Simplest: \(discovery.scenario) at \(discovery.trial.text)\(call); "
        + "\(discovery.count) runs showed it.")
    html.element("pre", text: command)
    html.lineBreak()
  }

  private func write(_ scenario: CrashScenarioResult, _ html: inout HTMLWriter) {
    html.element("h2", ["id": scenario.id.text], text: scenario.id.text)
    html.element("p", text: scenario.title)
    if let reason = CrashReasons.reason(scenario.standing) {
      return html.element("p", text: reason)
    }
    html.element("p", text: CrashConsole.counts(scenario))
    html.element("table") { html in
      html.element("tr") { html in
        for title in ["point", "system call", "outcome"] {
          html.element("th", ["scope": "col"], text: title)
        }
      }
      for result in scenario.trials {
        html.lineBreak()
        html.element("tr", ["class": result.outcome.word]) { html in
          html.element("td", text: result.trial.text)
          html.element("td", text: result.call ?? "")
          html.element("td", text: Self.outcome(result.outcome))
        }
      }
    }
    html.lineBreak()
  }

  private static func outcome(_ outcome: TrialOutcome) -> String {
    switch outcome {
    case .failed(let findings):
      findings.prefix(1).map { "\($0.code): \($0.sentence.text)" }.joined()
    case .inconclusive(let reason): "inconclusive: \(reason)"
    case .survived, .notReached: outcome.word
    }
  }

  private static let style = """
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
    table { border-collapse: collapse }
    th, td { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top }
    td:first-child, pre { font-family: ui-monospace, monospace }
    tr.failed td { background: #fde2e0; color: #5c0c06 }
    tr.inconclusive td { background: #fdf3d8; color: #4d3a00 }
    .failed { font-weight: 600 }
    @media (prefers-color-scheme: dark) { :root { color-scheme: dark } }
    """
}
