import Evidence
import Reporting

/// `verdicts.csv`: a line per scenario, written again after each, with an option of its own.
struct CSVReport: FileSink {
  let name = "csv"
  let title = "CSV report"
  let fileNames = ["verdicts.csv"]
  let options = [
    ReportOption(
      name: "--csv-separator", placeholder: "comma|tab", summary: "what separates CSV's columns")
  ]

  private var separator = ","
  private var scenarios: [RedactedScenario] = []

  func configured(by setup: SinkSetup) throws(ReportOptionError) -> CSVReport? {
    var copy = self
    switch setup.choices["--csv-separator"] {
    case nil, "comma": break
    case "tab": copy.separator = "\t"
    case .some(let word):
      throw ReportOptionError("--csv-separator", found: word, accepted: ["comma", "tab"])
    }
    return copy
  }

  mutating func begin(_ report: RedactedReport) -> [ReportFile] {
    scenarios = report.scenarios
    return [file(scenarios)]
  }

  mutating func ended(
    _ scenario: RedactedScenario, _ evidence: EvidenceSummary
  ) -> [ReportFile] {
    if let index = scenarios.firstIndex(where: { $0.ordinal == scenario.ordinal }) {
      scenarios[index] = scenario
    }
    return [file(scenarios)]
  }

  func finish(_ report: RedactedReport) -> [ReportFile] { [file(report.scenarios)] }

  private func file(_ scenarios: [RedactedScenario]) -> ReportFile {
    let rows = [["scenario", "verdict"]] + scenarios.map { [$0.id.text, $0.verdict.word.text] }
    let text = rows.map { $0.joined(separator: separator) + "\n" }.joined()
    return ReportFile(name: fileNames[0], bytes: Array(text.utf8))
  }
}
