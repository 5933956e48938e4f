// Owns: the page's first answer to "what is wrong?": each reason once, with the scenarios that show
// it. Does not own: what is shown of one scenario (HTMLScenario).

import Evidence

struct FailureOverview {
  /// One scenario's own section says as much.
  static let fewest = 2
  /// More links than this are a page of their own; the sections below list them all.
  static let linkLimit = 40

  let scenarios: [RedactedScenario]
  let report: RedactedReport

  func write(to html: inout HTMLWriter) {
    let reasons = FailureReason.reasons(of: scenarios)
    guard scenarios.count >= Self.fewest, !reasons.isEmpty else { return }
    html.element("section", ["class": "overview"]) { html in
      html.element("h2", text: "What is wrong")
      html.element("ul", ["class": "findings"]) { html in
        for reason in reasons { item(reason, &html) }
      }
    }
    html.lineBreak()
  }

  private func item(_ reason: FailureReason, _ html: inout HTMLWriter) {
    html.element("li", ["class": reason.isError ? "error" : nil]) { html in
      HTMLExplanations.code(reason.code, of: report, &html)
      html.write(" ")
      html.element("b", text: ConsoleReporter.counted(reason.scenarios.count, "scenario"))
      html.write(" \(reason.sentence)")
      html.element("p", ["class": "where"]) { html in
        for (index, scenario) in reason.scenarios.prefix(Self.linkLimit).enumerated() {
          if index > 0 { html.write(", ") }
          html.element("a", ["href": "#" + HTMLScenario.anchor(scenario)], text: scenario.id.text)
        }
        let rest = reason.scenarios.count - Self.linkLimit
        if rest > 0 { html.write(" and \(rest) more") }
      }
    }
  }
}
