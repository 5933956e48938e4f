// Owns: what a reporter is given: the run, its scenarios, and where its evidence is.

import AcceptanceModel
import Evidence

package struct RedactedReport: Sendable {
  package var run: RedactedRun
  /// In the table's order: every selected scenario, also those that have not begun.
  package var scenarios: [RedactedScenario]
  package var evidence: EvidenceSummary
  package var options: ReportOptions
  /// `nil` where no secret was planted.
  package var leaks: LeakState?

  package init(
    run: RedactedRun, scenarios: [RedactedScenario], evidence: EvidenceSummary = EvidenceSummary(),
    options: ReportOptions = ReportOptions()
  ) {
    self.options = options
    self.run = run
    self.scenarios = scenarios
    self.evidence = evidence
  }
}

/// What reports say besides what happened; the form of each is its sink's.
package struct ReportOptions: Sendable {
  /// The command that runs the whole table, for the lines that say how to run one scenario again.
  package var command: String
  /// The rules' codes in the order of their catalogue, for the table of scenarios and rules; those
  /// that found something are added.
  package var ruleCodes: [String]
  /// For the page's section on what its findings mean; those that nothing was found by are left out.
  package var explanations: [ExplainedCode]

  package init(
    command: String = "acceptance scenarios.json",
    ruleCodes: [String] = [], explanations: [ExplainedCode] = []
  ) {
    self.explanations = explanations
    self.command = command
    self.ruleCodes = ruleCodes
  }
}

/// What lets a report and the evidence be held against each other.
package struct EvidenceSummary: Sendable {
  /// One digest for all scenario files; `nil` where the run writes none.
  package var head: String?
  package var lineCount = 0
  /// By ordinal.
  package var files: [Int: EvidenceFolder.FileFacts] = [:]

  package init() {}

  /// Of a stored run.
  package init(_ stored: StoredEvidence) {
    head = stored.verification.head
    lineCount = stored.verification.lineCount
    files = stored.files
  }

  /// - Parameter files: By ordinal.
  package init(_ files: [Int: EvidenceFolder.FileFacts]) {
    head = EvidenceFolder.head(of: files)
    lineCount = files.values.reduce(0) { $0 + $1.lineCount }
    self.files = files
  }

  package init(_ folder: EvidenceFolder) {
    head = folder.head
    lineCount = folder.lineCount
    files = folder.written
  }
}

package struct VerdictCounts: Sendable, Hashable {
  package var passed = 0
  package var failed = 0
  /// Attempts disagree.
  package var flaky = 0
  /// The result is inconclusive.
  package var errors = 0
  package var skipped = 0
  /// Failed as the scenario file says.
  package var knownFailures = 0
  /// Selected, but not ended.
  package var notFinished = 0

  package var all: Int {
    passed + failed + flaky + errors + skipped + knownFailures + notFinished
  }

  package init() {}

  package init(_ verdicts: some Sequence<RedactedVerdict>) {
    for verdict in verdicts { count(verdict) }
  }

  package mutating func count(_ verdict: RedactedVerdict) {
    switch verdict {
    case .notFinished: notFinished += 1
    case .passed: passed += 1
    case .failed: failed += 1
    case .flaky: flaky += 1
    case .error: errors += 1
    case .skipped: skipped += 1
    case .knownFailure: knownFailures += 1
    }
  }
}

/// A file that a reporter makes.
package struct ReportFile: Sendable, Hashable {
  /// Within the results folder.
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
