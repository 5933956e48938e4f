import AcceptanceModel
import Evidence

/// The page's section on what its findings mean, so that it needs neither the program nor a network.
struct HTMLExplanations {
  let report: RedactedReport

  /// A finding's code, as a link to its explanation where the page has one.
  static func code(_ code: String, of report: RedactedReport, _ html: inout HTMLWriter) {
    guard HTMLExplanations(report: report).shown.contains(where: { $0.code.text == code }) else {
      html.element("code", ["class": "code"], text: code)
      return
    }
    html.element("a", ["href": "#" + anchor(code)]) { html in
      html.element("code", ["class": "code"], text: code)
    }
  }

  private static func anchor(_ code: String) -> String { "rule-" + code }

  /// Of the codes that were found, in the catalogue's order.
  private var shown: [ExplainedCode] {
    let found = Set(report.scenarios.flatMap(\.verdict.codes))
    return report.options.explanations.filter { found.contains($0.code.text) }
  }

  func write(to html: inout HTMLWriter) {
    let shown = shown
    guard !shown.isEmpty else { return }
    html.element("section") { html in
      html.element("h2", text: "What the findings mean")
      for explained in shown { write(explained, &html) }
    }
    html.lineBreak()
  }

  private func write(_ explained: ExplainedCode, _ html: inout HTMLWriter) {
    html.element("details", ["class": "scenario", "id": Self.anchor(explained.code.text)]) { html in
      html.element("summary") { html in
        html.element("code", ["class": "code"], text: explained.code.text)
        html.element("span", ["class": "title"], text: explained.summary)
      }
      html.element("div", ["class": "body"]) { html in
        html.element("p", text: explained.explanation.meaning)
        html.element("p", text: "Example:")
        html.element("ol") { html in
          for event in explained.explanation.example { html.element("li", text: event) }
        }
        html.element("dl") { html in
          for remedy in explained.explanation.remedies {
            html.element("dt", text: remedy.cause)
            html.element("dd", text: remedy.fix)
          }
        }
        html.element("p") { html in
          html.write("On the console: ")
          html.element("code", text: "acceptance rules \(explained.code)")
        }
      }
    }
    html.lineBreak()
  }
}

extension RedactedVerdict {
  /// The codes of its findings, known ones included.
  fileprivate var codes: [String] {
    switch self {
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      findings.map(\.code.text)
    case .notFinished, .passed, .error, .skipped: []
    }
  }
}
