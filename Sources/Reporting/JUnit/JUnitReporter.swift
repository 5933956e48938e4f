// Owns: the JUnit report in the default dialect, valid on Jenkins' junit-10 schema.
// Does not own: what stands in one test case (JUnitCase) or when the file is written
// (PessimisticReport).

import Evidence

package struct JUnitOptions: Sendable, Hashable {
  package enum Dialect: String, Sendable, CaseIterable {
    /// Valid on Jenkins' junit-10 schema, readable by the others.
    case standard = "default"
    /// With properties, file, line and counts in each case, for readers that show them.
    case rich
    /// Valid on Surefire's schema 3.0.2: a suite at the root.
    case surefire
    /// Valid on the schema of Ant's reports.
    case ant

    /// Whether a case says by elements of its own what earlier tries came to. The default stays with
    /// what every reader knows: there the output tells.
    var tellsFlakes: Bool { self == .rich || self == .surefire }
  }

  package var dialect: Dialect
  /// Before the evidence's path in `[[ATTACHMENT|…]]` lines; `nil` for no such lines.
  package var attachmentBase: String?

  package init(dialect: Dialect = .standard, attachmentBase: String? = nil) {
    self.dialect = dialect
    self.attachmentBase = attachmentBase
  }
}

package enum JUnitReporter: Reporter {
  package static let name = "junit"

  package static func files(for report: RedactedReport) -> [ReportFile] {
    let document = document(for: report, options: report.options.junit)
    return [ReportFile(name: ResultsLayout.junitName, bytes: Array(document.utf8))]
  }

  package static func document(for report: RedactedReport, options: JUnitOptions) -> String {
    let groups = JUnitGroup.groups(of: report.scenarios, options.dialect)
    let cases = groups.map { group in
      JUnitCase(
        group.members.map { report.scenarios[$0] }, name: group.name, run: report.run,
        options: options, evidence: report.evidence.files)
    }
    var facts = SuiteFacts(groups.map { GroupFacts($0, report.scenarios) })
    facts.note(report.evidence)
    return document(
      run: report.run, cases: cases, leaks: report.leaks, facts: facts, options: options)
  }

  static func document(
    run: RedactedRun, cases: [JUnitCase], leaks: LeakState?, facts: SuiteFacts,
    options: JUnitOptions
  ) -> String {
    var cases = cases
    var facts = facts
    if cases.isEmpty, leaks?.isLeak != true {
      // A suite without cases is ignored by some readers: a false green.
      cases = [JUnitCase.nothingSelected(run, options)]
      facts.counts.errors += 1
    }
    if let leaks {
      cases.append(JUnitCase(leaks, run: run, options: options))
      facts.count(leaks)
    }
    let counts = facts.counts
    var xml = XMLWriter()
    xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    switch options.dialect {
    case .surefire: suite(run, cases, facts, options.dialect, &xml)
    case .ant:
      xml.element("testsuites") { xml in suite(run, cases, facts, options.dialect, &xml) }
    case .standard, .rich:
      xml.element(
        "testsuites",
        [
          "name": "acceptance." + JUnitCase.tableName(run),
          "time": JUnitCase.seconds(facts.duration), "tests": String(counts.all),
          "failures": String(counts.failed + counts.flaky),
          "errors": String(counts.errors + counts.notFinished),
          "skipped": options.dialect == .rich
            ? String(counts.skipped + counts.knownFailures) : nil,
        ]
      ) { xml in suite(run, cases, facts, options.dialect, &xml) }
    }
    return xml.text
  }

  private static func suite(
    _ run: RedactedRun, _ cases: [JUnitCase], _ facts: SuiteFacts,
    _ dialect: JUnitOptions.Dialect, _ xml: inout XMLWriter
  ) {
    let counts = facts.counts
    let isAnt = dialect == .ant
    xml.element(
      "testsuite",
      [
        "name": "acceptance." + JUnitCase.tableName(run),
        "package": isAnt ? "acceptance" : nil, "id": isAnt ? "0" : nil,
        // Where it ran is nobody's business; the schema says what to put.
        "hostname": isAnt ? "localhost" : nil, "tests": String(counts.all),
        "failures": String(counts.failed + counts.flaky),
        "errors": String(counts.errors + counts.notFinished),
        "skipped": String(counts.skipped + counts.knownFailures),
        "time": JUnitCase.seconds(facts.duration), "timestamp": Timestamp.text(run.startedAt),
        "file": dialect == .standard || dialect == .rich ? run.table.text : nil,
        "flakes": dialect == .surefire ? String(facts.flakyCount) : nil,
      ]
    ) { xml in
      properties(run, facts, &xml)
      for testCase in cases { xml.append(testCase.element) }
      if isAnt {
        let output = cases.map(\.output).joined(separator: "\n\n")
        xml.leaf("system-out", text: XMLWriter.shortened(output, to: JUnitCase.outputLimit))
        xml.leaf("system-err", text: "")
      }
    }
  }

  private static func properties(_ run: RedactedRun, _ facts: SuiteFacts, _ xml: inout XMLWriter) {
    let values: KeyValuePairs<String, String?> = [
      "acceptance.version": run.toolVersion.text,
      "acceptance.run": run.id.hex,
      "acceptance.seed": run.seedText.text,
      "acceptance.table.sha256": run.tableDigest.text,
      "acceptance.client.sha256": run.clientDigest?.text,
      "acceptance.policy.sha256": run.policyDigest.text,
      "acceptance.reproducible": run.isReproducible
        ? "for golden files: without times, not confidential" : nil,
      "acceptance.evidence.head": facts.evidenceHead,
      "acceptance.evidence.files": facts.evidenceHead.map { _ in String(facts.evidenceFileCount) },
      "acceptance.evidence.lines": facts.evidenceHead.map { _ in String(facts.evidenceLineCount) },
      "acceptance.cases": String(facts.counts.all),
      "acceptance.cases.passed": String(facts.counts.passed),
      "acceptance.cases.failed": String(facts.counts.failed),
      "acceptance.cases.flaky": String(facts.counts.flaky),
      "acceptance.cases.errors": String(facts.counts.errors),
      "acceptance.cases.skipped": String(facts.counts.skipped),
      "acceptance.cases.knownFailures": String(facts.counts.knownFailures),
      "acceptance.cases.notFinished": String(facts.counts.notFinished),
      "acceptance.cases.triedAgain": String(facts.triedAgainCount),
    ]
    xml.element("properties") { xml in
      for (name, value) in values where value != nil {
        xml.empty("property", ["name": name, "value": value])
      }
    }
  }
}

/// What one case adds to what the suite says.
struct GroupFacts: Sendable {
  let verdict: RedactedVerdict
  let isFlaky: Bool
  let triedAgainCount: Int
  let duration: Duration

  init(_ group: JUnitGroup, _ scenarios: [RedactedScenario]) {
    verdict = group.verdict(scenarios)
    isFlaky = group.isFlaky(scenarios)
    triedAgainCount = group.members.count { !scenarios[$0].earlierTries.isEmpty }
    duration = group.members.reduce(.zero) { $0 + max(.zero, scenarios[$1].duration) }
  }
}

/// What the suite says of all its cases together.
struct SuiteFacts: Sendable {
  var counts = VerdictCounts()
  /// Cases that passed and did not pass.
  var flakyCount = 0
  /// Scenarios whose first run proved nothing.
  var triedAgainCount = 0
  /// The sum over the scenarios, which may have run at the same time.
  var duration: Duration = .zero
  var evidenceHead: String?
  var evidenceFileCount = 0
  var evidenceLineCount = 0
}

extension SuiteFacts {
  init(_ groups: [GroupFacts]) {
    for group in groups {
      counts.count(group.verdict)
      flakyCount += group.isFlaky ? 1 : 0
      triedAgainCount += group.triedAgainCount
      duration += group.duration
    }
  }

  mutating func count(_ leaks: LeakState) {
    switch leaks {
    case .pending: counts.notFinished += 1
    case .clean: counts.passed += 1
    case .found: counts.failed += 1
    }
  }

  mutating func note(_ evidence: EvidenceSummary) {
    evidenceHead = evidence.head
    evidenceFileCount = evidence.files.count
    evidenceLineCount = evidence.lineCount
  }
}
