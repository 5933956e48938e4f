import AcceptanceModel
import Evidence
import Reporting
import StrictJSON
import Testing

@Suite("A run for golden files says so wherever it is shown")
struct ReproducibleMarkTests {
  /// What a whole run of one scenario leaves, by name; with the console's ending.
  private func artefacts(isReproducible: Bool) throws -> [String: String] {
    let workshop = try Workshop()
    var facts = Sample.facts()
    facts.isReproducible = isReproducible
    let session = try ReportSession(
      facts: facts, destinations: Destinations(results: workshop.at("results")),
      selected: [Sample.scenario("a")], runKey: Sample.runKey)
    try session.begin()
    try session.ended(Sample.report("a", .passed))
    let summary = try session.finish(interrupted: false)
    var console = ConsoleReporter(style: ConsoleStyle())
    var texts = ["console": console.render(.ended(summary, elapsed: .zero))]
    texts["summary"] = JobSummary.markdown(
      RedactedReport(run: summary.run, scenarios: summary.scenarios))
    for name in [
      "junit.xml", "report.html", "evidence/001.jsonl", "evidence/manifest.json",
      "evidence/statement.json",
    ] { texts[name] = try workshop.text("results/\(name)") }
    return texts
  }

  @Test("in every artefact, and an ordinary run in none")
  func everywhere() throws {
    let marks = [
      "console": "reproducible: without times, and not confidential",
      "summary": "Made with `--reproducible`: without times, and not confidential.",
      "junit.xml": #"name="acceptance.reproducible" value="for golden files: without times, not"#,
      "report.html": "Not confidential: this run was made with --reproducible",
      "evidence/001.jsonl": #""reproducible":true"#,
      "evidence/manifest.json": #""reproducible":true"#,
      "evidence/statement.json": #""acceptance_confidential":false"#,
    ]
    let marked = try artefacts(isReproducible: true)
    let ordinary = try artefacts(isReproducible: false)
    #expect(marked.keys.sorted() == marks.keys.sorted())
    for (name, mark) in marks {
      #expect(marked[name]?.contains(mark) == true, "\(name)")
      #expect(ordinary[name]?.contains(mark) == false, "\(name)")
    }
  }
}
