// Owns: scenarios × rules at a glance.

import AcceptanceModel
import Evidence

struct RuleMatrix {
  /// Larger tables show the rows that have something to say.
  static let rowLimit = 120

  private let scenarios: [RedactedScenario]
  private let codes: [String]
  private let leftOut: Int

  init(_ report: RedactedReport) {
    let all = report.scenarios
    scenarios =
      all.count <= Self.rowLimit
      ? all : Array(all.filter { !Self.found($0).isEmpty }.prefix(Self.rowLimit))
    leftOut = all.count - scenarios.count
    let found = Set(all.flatMap(Self.found))
    let known = report.options.ruleCodes
    // Rules that found something first; the order of the catalogue otherwise.
    codes =
      known.filter(found.contains) + found.subtracting(known).sorted()
      + known.filter { !found.contains($0) }
  }

  func write(to html: inout HTMLWriter) {
    guard !codes.isEmpty, !scenarios.isEmpty else { return }
    html.element("section", ["class": "matrix", "id": "matrix"]) { html in
      html.element("h2", text: "Scenarios and rules")
      html.element("p", ["class": "legend"]) { html in
        html.write("✗ broken, · kept, – waived, blank: not judged")
        if leftOut > 0 {
          html.write(
            ". Left out: \(ConsoleReporter.counted(leftOut, "scenario")) without findings.")
        }
      }
      html.element(
        "div",
        [
          "class": "scroll", "tabindex": "0", "role": "group",
          "aria-label": "Scenarios and rules",
        ]
      ) { html in
        html.element("table") { html in
          html.element(
            "caption",
            text: "One row per scenario, one column per rule: whether the client broke the rule.")
          head(&html)
          html.element("tbody") { html in for scenario in scenarios { row(scenario, &html) } }
        }
      }
    }
    html.lineBreak()
  }

  private func head(_ html: inout HTMLWriter) {
    html.element("thead") { html in
      html.element("tr") { html in
        html.element("th", ["scope": "col"], text: "scenario")
        html.element("th", ["scope": "col"], text: "verdict")
        for code in codes {
          html.element("th", ["scope": "col", "class": "rule"]) { html in
            html.element("span", text: code)
          }
        }
      }
    }
  }

  private func row(_ scenario: RedactedScenario, _ html: inout HTMLWriter) {
    let found = Set(Self.found(scenario))
    let waived = Set(scenario.history.terms.waivers.map(\.code.text))
    html.element("tr", ["class": scenario.verdict.word.text]) { html in
      html.element("th", ["scope": "row"]) { html in
        html.element("a", ["href": "#" + HTMLScenario.anchor(scenario)], text: scenario.id.text)
      }
      html.element("td", ["class": "verdict"]) { html in
        HTMLPage.badge(scenario.verdict, &html)
      }
      for code in codes {
        if found.contains(code) {
          html.element(
            "td", ["class": "broken", "title": "\(code): broken", "aria-label": "broken"], text: "✗"
          )
        } else if waived.contains(code) {
          html.element("td", ["title": "\(code): waived", "aria-label": "waived"], text: "–")
        } else if scenario.verdict.isJudged {
          html.element("td", ["aria-label": "kept"], text: "·")
        } else {
          html.element("td", ["aria-label": "not judged"], text: "")
        }
      }
    }
    html.lineBreak()
  }

  private static func found(_ scenario: RedactedScenario) -> [String] {
    switch scenario.verdict {
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      findings.map(\.code.text)
    case .notFinished, .passed, .error, .skipped: []
    }
  }
}

extension RedactedVerdict {
  fileprivate var isJudged: Bool {
    switch self {
    case .passed, .failed, .flaky, .knownFailure: true
    case .notFinished, .error, .skipped: false
    }
  }
}
