// The whole JUnit document in any dialect; JUnitCase renders one test case.

import Evidence

package struct JUnitOptions: Sendable, Hashable {
  package var dialect: JUnitDialect
  /// Before the evidence's path in `[[ATTACHMENT|…]]` lines; `nil` for no such lines.
  package var attachmentBase: String?

  package init(dialect: JUnitDialect = .standard, attachmentBase: String? = nil) {
    self.dialect = dialect
    self.attachmentBase = attachmentBase
  }
}

package enum JUnitReporter {
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
    var xml = XMLWriter()
    xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    if let root = options.dialect.root {
      xml.element("testsuites", root.map { $0.member(run, facts) }) { xml in
        suite(run, cases, facts, options.dialect, &xml)
      }
    } else {
      suite(run, cases, facts, options.dialect, &xml)
    }
    return xml.text
  }

  private static func suite(
    _ run: RedactedRun, _ cases: [JUnitCase], _ facts: SuiteFacts, _ dialect: JUnitDialect,
    _ xml: inout XMLWriter
  ) {
    xml.element("testsuite", dialect.suite.map { $0.member(run, facts) }) { xml in
      properties(run, facts, &xml)
      for testCase in cases { xml.append(testCase.element) }
      switch dialect.output {
      case .inCase: break
      case .afterCases:
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
