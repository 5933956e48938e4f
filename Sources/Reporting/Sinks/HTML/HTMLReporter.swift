// Owns: the page that people look at: `report.html` and its style sheet. No script at all, nothing
// from the network; it shows under Jenkins' policy, which blocks inline styles, by its sheet.

import Digests
import Evidence

package struct HTMLReporter: FileSink {
  package let name = "html"
  package let label = "report"
  package let title = "HTML report"
  package let fileNames = [Self.pageName, Self.styleName]

  package static let pageName = "report.html"
  package static let styleName = "report.css"

  package init() {}

  /// Written at the end: until then JUnit's file is current, and a page would be outdated.
  package func finish(_ report: RedactedReport) -> [ReportFile] { Self.files(for: report) }

  package static func files(for report: RedactedReport) -> [ReportFile] {
    [
      ReportFile(name: pageName, bytes: Array(HTMLPage(report).text.utf8)),
      ReportFile(name: styleName, bytes: Array(ReportStyle.text.utf8)),
    ]
  }
}

struct HTMLPage {
  /// Diagrams are a few KiB each: a page of more would be slow to open.
  static let diagramLimit = 200
  /// This many sections of what did not pass are open from the start; the overview leads to the
  /// rest.
  static let openLimit = 3

  let text: String

  init(_ report: RedactedReport) {
    var html = HTMLWriter()
    html.raw("<!DOCTYPE html>\n")
    html.element("html", ["lang": "en"]) { html in
      Self.head(report, &html)
      html.element("body") { html in
        Self.header(report, &html)
        html.element("main") { html in
          HTMLSections(report).write(to: &html)
        }
        Self.footer(report, &html)
      }
    }
    html.lineBreak()
    text = html.text
  }

  private static func head(_ report: RedactedReport, _ html: inout HTMLWriter) {
    let hash = Base64.text(SHA256Digest.hash(ReportStyle.text.utf8))
    html.element("head") { html in
      html.open("meta", ["charset": "utf-8"])
      html.open(
        "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; style-src 'self' 'sha256-\(hash)'; img-src data:",
        ])
      html.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      html.open("meta", ["name": "color-scheme", "content": "light dark"])
      html.open("meta", ["name": "referrer", "content": "no-referrer"])
      html.element("title", text: "\(headline(VerdictCounts(report))) · \(report.run.table)")
      // Beside the page for where inline styles are blocked, inline for where the page is alone.
      html.open("link", ["rel": "stylesheet", "href": HTMLReporter.styleName])
      html.element("style") { $0.raw(ReportStyle.text) }
    }
    html.lineBreak()
  }

  static func headline(_ counts: VerdictCounts) -> String {
    if counts.all == 0 { return "Nothing was tested" }
    if counts.failed > 0 { return "\(counts.failed) of \(counts.all) failed" }
    if counts.flaky > 0 { return "\(counts.flaky) of \(counts.all) flaky" }
    let open = counts.errors + counts.notFinished
    if open > 0 { return "\(open) of \(counts.all) inconclusive" }
    return counts.passed == counts.all ? "All \(counts.all) passed" : "\(counts.passed) passed"
  }

  private static func header(_ report: RedactedReport, _ html: inout HTMLWriter) {
    let counts = VerdictCounts(report)
    html.element("header") { html in
      html.element("h1", text: headline(counts))
      html.element("p", ["class": "run"]) { html in
        html.write("\(report.run.table) · \(Timestamp.text(report.run.startedAt)) UTC")
        html.write(" · seed \(report.run.seedText)")
      }
      Self.facts(report, &html)
      html.element("fieldset", ["class": "filter"]) { html in
        html.element("legend", text: "Show")
        let filters: [(String, Int)] = [
          ("all", counts.all), ("failed", counts.failed), ("flaky", counts.flaky),
          ("error", counts.errors),
          ("notFinished", counts.notFinished), ("passed", counts.passed),
          ("knownFailure", counts.knownFailures), ("skipped", counts.skipped),
        ]
        for (word, count) in filters where word == "all" || count > 0 {
          html.element("label", ["class": word]) { html in
            html.open(
              "input",
              [
                "type": "radio", "name": "show", "id": "show-\(word)",
                "checked": word == "all" ? "" : nil,
              ])
            html.write(" \(words[word] ?? word) ")
            html.element("b", text: "\(count)")
          }
        }
      }
    }
    html.lineBreak()
  }

  /// What was tested with what. The machine is not among it: evidence names none.
  private static func facts(_ report: RedactedReport, _ html: inout HTMLWriter) {
    let sum = report.scenarios.reduce(Duration.zero) { $0 + max(.zero, $1.duration) }
    html.element("dl", ["class": "facts"]) { html in
      html.element("dt", text: "Command")
      html.element("dd") { html in
        html.element("code", text: report.options.command)
        if RepeatCommand.isMasked(report.options.command) {
          html.write(" (" + RepeatCommand.maskedNote + ")")
        }
      }
      html.element("dt", text: "Program")
      html.element("dd", text: "acceptance \(report.run.toolVersion)")
      if let digest = report.run.clientDigest {
        html.element("dt", text: "Client")
        html.element("dd") { html in
          html.element("code", text: "SHA-256 \(digest.text.prefix(16))…")
        }
      }
      html.element("dt", text: "Duration")
      html.element(
        "dd",
        text: ConsoleLayout.duration(sum.milliseconds)
          + ", the sum of all scenarios; several run at the same time")
    }
  }

  private static let words = [
    "notFinished": "not run", "knownFailure": "known failure",
    "error": "error",
  ]

  static func badge(_ verdict: RedactedVerdict, _ html: inout HTMLWriter) {
    let verdictSymbol = VerdictSymbol(verdict)
    html.element("span", ["class": "badge"]) { html in
      html.element("span", ["aria-hidden": "true"], text: verdictSymbol.symbol)
      html.write(" \(verdictSymbol.word)")
    }
  }

  private static func footer(_ report: RedactedReport, _ html: inout HTMLWriter) {
    let run = report.run
    html.element("footer") { html in
      html.element("h2", text: "This run")
      html.element("dl") { html in
        let facts: [(String, String?)] = [
          ("Program", "acceptance \(run.toolVersion)"), ("Run", run.id.hex),
          ("Table, SHA-256", run.tableDigest.text), ("Client, SHA-256", run.clientDigest?.text),
          ("Redaction policy, SHA-256", run.policyDigest.text),
          ("Evidence, head", report.evidence.head),
          (
            "Reproducible",
            run.isReproducible ? "for golden files: without times, not confidential" : nil
          ),
          ("Evidence, lines", report.evidence.head.map { _ in "\(report.evidence.lineCount)" }),
        ]
        for (name, value) in facts {
          guard let value else { continue }
          html.element("dt", text: name)
          html.element("dd") { html in html.element("code", text: value) }
        }
      }
      let isOpen = run.isReproducible
      html.element(
        "p", ["class": isOpen ? "open" : nil],
        text: isOpen
          ? "Not confidential: this run was made with --reproducible, so the key of its tokens is "
            + "known to everybody, and texts can be tried until one fits."
          : "Keys, task ids and bodies stand in this report as tokens, if at all.")
      html.element(
        "p",
        text: "The head shows whether the evidence beside this page is the one it was made with.")
    }
    html.lineBreak()
  }
}

/// The order of the page: what did not pass, the matrix, the rest.
struct HTMLSections {
  let report: RedactedReport

  init(_ report: RedactedReport) { self.report = report }

  func write(to html: inout HTMLWriter) {
    let bad = report.scenarios.filter(\.verdict.needsAttention)
      .sorted { ($0.verdict.rank, $0.ordinal) < ($1.verdict.rank, $1.ordinal) }
    let good = report.scenarios.filter { !$0.verdict.needsAttention }
    FailureOverview(scenarios: bad, report: report).write(to: &html)
    if !bad.isEmpty {
      section("Failures", bad, drawn: HTMLPage.diagramLimit, &html)
    }
    RuleMatrix(report).write(to: &html)
    if !good.isEmpty {
      let left = max(0, HTMLPage.diagramLimit - bad.count)
      let title = bad.isEmpty ? "Scenarios" : "Other scenarios"
      section(title, good, drawn: good.count <= left ? left : 0, &html)
    }
    HTMLExplanations(report: report).write(to: &html)
    if report.scenarios.isEmpty {
      html.element("p", text: "No scenario was selected, so nothing was tested.")
    }
  }

  private func section(
    _ title: String, _ scenarios: [RedactedScenario], drawn: Int, _ html: inout HTMLWriter
  ) {
    html.element("section") { html in
      html.element("h2", text: title)
      for (index, scenario) in scenarios.enumerated() {
        HTMLScenario(
          scenario: scenario, report: report, isDrawn: index < drawn,
          isOpen: index < HTMLPage.openLimit && scenario.verdict.needsAttention
        ).write(to: &html)
      }
    }
    html.lineBreak()
  }
}

extension VerdictCounts {
  init(_ report: RedactedReport) { self.init(report.scenarios.map(\.verdict)) }
}
