// Owns: one scenario's section of the page.

import AcceptanceModel
import Evidence

struct HTMLScenario {
  let scenario: RedactedScenario
  let report: RedactedReport
  /// Large tables draw what did not pass, and leave the rest to lists.
  let isDrawn: Bool
  let isOpen: Bool

  /// What the address ends with to get here.
  static func anchor(_ scenario: RedactedScenario) -> String {
    let safe = scenario.id.text.map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    return "s\(scenario.ordinal)-" + String(safe)
  }

  func write(to html: inout HTMLWriter) {
    let verdict = scenario.verdict
    html.element(
      "details",
      ["class": "scenario \(verdict.word)", "open": isOpen ? "" : nil]
    ) { html in
      html.element("summary") { html in
        HTMLPage.badge(verdict, &html)
        html.element("code", ["class": "id"], text: scenario.id.text)
        html.element("h3", ["class": "title"], text: scenario.title.text)
        if let ordinal = TryWords.ordinal(of: scenario) {
          html.element("span", ["class": "again"], text: ordinal)
        }
        html.element(
          "span", ["class": "time"],
          text: ConsoleLayout.duration(scenario.duration.milliseconds))
      }
      html.element("div", ["class": "body", "id": Self.anchor(scenario)]) { html in
        explanation(&html)
        tries(&html)
        timeline(&html)
        facts(&html)
      }
    }
    html.lineBreak()
  }

  private func explanation(_ html: inout HTMLWriter) {
    if !scenario.why.text.isEmpty {
      html.element("p", ["class": "why"], text: scenario.why.text)
    }
    switch scenario.verdict {
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      html.element("ul", ["class": "findings"]) { html in
        for group in FindingGroup.groups(of: findings) {
          html.element("li") { html in
            HTMLExplanations.code(group.first.code.text, of: report, &html)
            html.write(" ")
            html.element("span", text: group.first.sentence.text)
            if let cause = group.first.follows {
              html.write(" ")
              html.element("span", ["class": "where"], text: "(follows from \(cause))")
            }
            if let likewise = group.likewise {
              html.write(" ")
              html.element("span", ["class": "where"], text: "(\(likewise))")
            }
          }
        }
      }
    case .error(let type, let sentence):
      html.element("p", ["class": "findings"]) { html in
        html.element("code", ["class": "code"], text: type.text)
        html.write(" " + sentence.text)
      }
    case .skipped(let reason): html.element("p", text: "Skipped: \(reason)")
    case .notFinished:
      html.element("p", text: "The run ended before this scenario did.")
    case .passed: break
    }
    if case .knownFailure(_, let reason) = scenario.verdict {
      html.element("p", text: "A known failure: \(reason)")
    }
  }

  private func tries(_ html: inout HTMLWriter) {
    let tries = TryWords.all(of: scenario)
    guard !tries.isEmpty else { return }
    html.element("ul", ["class": "tries"]) { html in
      for earlier in tries {
        html.element("li") { html in
          html.element("b", text: earlier.label)
          html.write(" \(earlier.sentence)")
        }
      }
    }
  }

  private func timeline(_ html: inout HTMLWriter) {
    let timeline = Timeline(scenario)
    guard !timeline.events.isEmpty else { return }
    if isDrawn {
      html.element(
        "div",
        [
          "class": "scroll", "tabindex": "0", "role": "group",
          "aria-label": "Sequence diagram",
        ]
      ) { html in
        SequenceDiagram(
          timeline, scenario: scenario.id.text, identifier: "d\(scenario.ordinal)"
        ).write(to: &html)
      }
    }
    html.element("details", ["class": "list"]) { html in
      html.element("summary", text: isDrawn ? "The same as a list" : "What happened")
      html.element("ol") { html in
        for line in timeline.events {
          html.element("li") { html in
            html.element("span", ["class": "at"], text: "\(line.at.milliseconds) ms")
            html.write(" " + line.sentence)
            for code in line.proves {
              html.write(" ")
              html.element("code", ["class": "code"], text: code)
            }
          }
        }
      }
    }
  }

  private func facts(_ html: inout HTMLWriter) {
    html.element("dl") { html in
      func fact(_ name: String, _ value: String, isCode: Bool = false) {
        html.element("dt", text: name)
        html.element("dd") { html in
          isCode ? html.element("code", text: value) : html.write(value)
        }
      }
      let command = RepeatCommand(command: report.options.command, scenarios: [scenario])
      if RepeatCommand.isMasked(command.text) {
        fact("Was run by", command.text + " (" + RepeatCommand.maskedNote + ")")
      } else {
        fact("Run it again", command.text, isCode: true)
      }
      if !scenario.faultKinds.isEmpty {
        fact("Faults", scenario.faultKinds.map(\.text).joined(separator: ", "))
      }
      if let position = scenario.position { fact("Defined in", "\(report.run.table):\(position)") }
      if let file = report.evidence.files[scenario.ordinal] {
        let path = "\(ResultsLayout.evidenceName)/\(file.name)"
        fact("Evidence", "\(path), \(file.lineCount) lines, head \(file.head)")
      }
      fact(
        "Client output",
        "\(scenario.output.stdoutBytes) bytes on stdout, \(scenario.output.stderrBytes) on stderr")
    }
  }
}
