// Owns: the score as one page, without script and without anything from the network.

import AcceptanceModel
import Reporting

package struct ScoreHTML {
  let score: Score

  package init(_ score: Score) { self.score = score }

  package var text: String {
    HTMLWriter.standalonePage(title: "Score of \(score.table)", style: ScoreStyle.text) { html in
      html.element("h1", text: "What \(score.table) catches")
      summary(&html)
      matrix(&html)
      scenarios(&html)
      clients(&html)
    }
  }

  private func summary(_ html: inout HTMLWriter) {
    html.element("p", ["class": score.isGood ? "good" : "bad"]) { html in
      html.write(score.isGood ? "✓ " : "✗ ")
      html.write(ScoreConsole.summary(score).last ?? "")
    }
    let lines = ScoreConsole.summary(score).dropLast()
    guard !lines.isEmpty else { return }
    html.element("ul") { html in
      for line in lines { html.element("li", text: line) }
    }
    html.lineBreak()
  }
}

// MARK: - The matrix

extension ScoreHTML {
  private func matrix(_ html: inout HTMLWriter) {
    html.element("h2", text: "Clients and scenarios")
    html.element(
      "p", ["class": "legend"],
      text: "● caught by a code that names the fault, ○ found for another reason, ! the runner "
        + "could not tell, · nothing found, – skipped, blank: not run")
    html.element("div", ["class": "scroll", "tabindex": "0"]) { html in
      html.element("table") { html in
        html.element("thead") { html in
          html.element("tr") { html in
            html.element("th", ["scope": "col"], text: "client")
            for scenario in score.scenarios {
              html.element("th", ["scope": "col", "title": scenario.title]) { html in
                html.element("a", ["href": "#\(scenario.id.text)"]) { html in
                  html.element("span", text: scenario.id.text)
                }
              }
            }
          }
        }
        html.lineBreak()
        html.element("tbody") { html in for row in score.rows { write(row, &html) } }
      }
    }
  }

  private func write(_ row: Score.Row, _ html: inout HTMLWriter) {
    html.element("tr", ["class": rowClass(row)]) { html in
      html.element("th", ["scope": "row", "title": row.client.summary]) { html in
        html.element(
          "a", ["href": "#\(anchor(row.client))"],
          text: (row.client.isRight ? "right: " : "") + row.client.name)
      }
      for (scenario, outcome) in zip(score.scenarios, row.outcomes) {
        let title = "\(row.client.name), \(scenario.id): \(ScoreConsole.description(outcome))"
        html.element(
          "td", ["class": cellClass(outcome, row.client), "title": title], text: sign(outcome))
      }
    }
    html.lineBreak()
  }

  private func rowClass(_ row: Score.Row) -> String {
    if row.client.isRight { return "right" }
    switch row.standing {
    case .caught: return "caught"
    case .caughtOtherwise: return "luck"
    case .survives: return "survives"
    case .open: return "open"
    }
  }

  private func cellClass(_ outcome: Outcome, _ client: ScoredClient) -> String? {
    switch outcome {
    case .caught: "hit"
    case .foundOtherwise: client.isRight ? "alarm" : "other"
    case .inconclusive: client.isRight ? "alarm" : "inconclusive"
    case .passed, .skipped, .notRun: nil
    }
  }

  private func sign(_ outcome: Outcome) -> String {
    switch outcome {
    case .passed: "·"
    case .caught: "●"
    case .foundOtherwise: "○"
    case .inconclusive: "!"
    case .skipped: "–"
    case .notRun: ""
    }
  }
}

// MARK: - What each scenario is good for

extension ScoreHTML {
  private func scenarios(_ html: inout HTMLWriter) {
    html.element("h2", text: "Scenarios")
    html.element("dl") { html in
      for scenario in score.scenarios {
        html.element("dt", ["id": scenario.id.text], text: scenario.id.text)
        html.element("dd") { html in
          html.write(scenario.title)
          html.element("p", ["class": "legend"], text: worth(scenario))
        }
        html.lineBreak()
      }
    }
  }

  private func worth(_ scenario: ScoredScenario) -> String {
    let rows = score.wrongRows.filter { $0.catches.contains(scenario.id) }
    let sole = score.soleCatches(of: scenario.id)
    let stays =
      scenario.staysBecause.isEmpty ? "" : " It stays because \(scenario.staysBecause)."
    if !score.isWhole {
      return "Not all was run: what it or others would have caught is not known.\(stays)"
    }
    if !sole.isEmpty {
      return "Catches \(rows.count) kinds, alone: \(sole.joined(separator: ", ")).\(stays)"
    }
    return "Catches \(rows.count) kinds, all of which others catch too.\(stays)"
  }
}

enum ScoreStyle {
  static let text = """
    :root{color-scheme:light dark;--line:#8884;--page:Canvas}
    body{margin:1.5rem;font:15px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText;\
    overflow-wrap:anywhere}
    h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}
    .good,.bad{font-weight:600}.legend{opacity:.75;margin:.2rem 0}
    .scroll{overflow:auto;max-height:85vh;border:1px solid var(--line)}
    table{border-collapse:separate;border-spacing:0;font-size:.85em}
    th,td{border-right:1px solid var(--line);border-bottom:1px solid var(--line);\
    padding:.1rem .35rem;text-align:center}
    thead th{position:sticky;top:0;background:Canvas;vertical-align:bottom}
    thead span{writing-mode:vertical-rl;transform:rotate(180deg);font-weight:400;white-space:nowrap}
    tbody th{position:sticky;left:0;background:Canvas;text-align:left;font-weight:400;\
    white-space:nowrap}
    thead th:first-child{left:0;z-index:1}
    a{color:inherit;text-decoration:none}
    .survives th,.luck th,.alarm{font-weight:700;background:#c4202f;color:#fff}
    .hit{background:#1b7a3833}.other,.inconclusive{background:#e9b45a44}
    dt{font-weight:600;margin-top:.6rem}dd{margin:0 0 0 1rem}
    @media (max-width:40rem){body{margin:1rem}\
    tbody th{white-space:normal;min-width:6.5rem;max-width:6.5rem}}
    @media print{.scroll{overflow:visible;max-height:none}}

    """
}
