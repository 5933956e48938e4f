// Owns: the JUnit report in the default dialect, valid on Jenkins' junit-10 schema.
// Does not own: what stands in one test case (JUnitCase) or when the file is written
// (PessimisticReport).

import Evidence

package enum JUnitReporter: Reporter {
  package static let name = "junit"

  package static func files(for report: RedactedReport) -> [ReportFile] {
    let cases = JUnitCase.uniqueNames(report.scenarios).map { scenario, name in
      JUnitCase(
        scenario, name: name, run: report.run, evidence: report.evidence.files[scenario.ordinal]
      )
    }
    let document = document(
      run: report.run, cases: cases.map(\.element), facts: SuiteFacts(report))
    return [ReportFile(name: ResultsLayout.junitName, bytes: Array(document.utf8))]
  }

  /// - Parameter cases: One rendered `testcase` element each.
  static func document(run: RedactedRun, cases: [String], facts: SuiteFacts) -> String {
    var cases = cases
    var facts = facts
    if cases.isEmpty {
      // A suite without cases is ignored by some readers: a false green.
      cases = [JUnitCase.nothingSelected(run)]
      facts.counts.errors += 1
    }
    let suite = "acceptance." + JUnitCase.tableName(run)
    let counts = facts.counts
    let errors = String(counts.errors + counts.notFinished)
    let time = JUnitCase.seconds(facts.duration)
    var xml = XMLWriter()
    xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    xml.element(
      "testsuites",
      [
        "name": suite, "time": time, "tests": String(counts.all),
        "failures": String(counts.failed), "errors": errors,
      ]
    ) { xml in
      xml.element(
        "testsuite",
        [
          "name": suite, "tests": String(counts.all), "failures": String(counts.failed),
          "errors": errors, "skipped": String(counts.skipped), "time": time,
          "timestamp": Timestamp.text(run.startedAt), "file": run.table.text,
        ]
      ) { xml in
        properties(run, facts, &xml)
        for element in cases { xml.append(element) }
      }
    }
    return xml.text
  }

  private static func properties(_ run: RedactedRun, _ facts: SuiteFacts, _ xml: inout XMLWriter) {
    let values: KeyValuePairs<String, String?> = [
      "acceptance.version": run.toolVersion.text,
      "acceptance.run": run.id.hex,
      "acceptance.seed": run.seedText.text,
      "acceptance.table.sha256": run.tableDigest.text,
      "acceptance.client.sha256": run.clientDigest?.text,
      "acceptance.policy.sha256": run.policyDigest.text,
      "acceptance.evidence.head": facts.evidenceHead,
      "acceptance.evidence.files": facts.evidenceHead.map { _ in String(facts.evidenceFileCount) },
      "acceptance.evidence.lines": facts.evidenceHead.map { _ in String(facts.evidenceLineCount) },
      "acceptance.scenarios.selected": String(facts.counts.all),
      "acceptance.scenarios.passed": String(facts.counts.passed),
      "acceptance.scenarios.failed": String(facts.counts.failed),
      "acceptance.scenarios.errors": String(facts.counts.errors),
      "acceptance.scenarios.skipped": String(facts.counts.skipped),
      "acceptance.scenarios.notFinished": String(facts.counts.notFinished),
    ]
    xml.element("properties") { xml in
      for (name, value) in values where value != nil {
        xml.empty("property", ["name": name, "value": value])
      }
    }
  }
}

/// What the suite says of all its cases together.
struct SuiteFacts: Sendable {
  var counts = VerdictCounts()
  /// The sum over the scenarios, which may have run at the same time.
  var duration: Duration = .zero
  var evidenceHead: String?
  var evidenceFileCount = 0
  var evidenceLineCount = 0
}

extension SuiteFacts {
  init(_ report: RedactedReport) {
    counts = VerdictCounts(report.scenarios.map(\.verdict))
    duration = report.scenarios.reduce(.zero) { $0 + max(.zero, $1.duration) }
    note(report.evidence)
  }

  mutating func note(_ evidence: EvidenceSummary) {
    evidenceHead = evidence.head
    evidenceFileCount = evidence.files.count
    evidenceLineCount = evidence.lineCount
  }
}
