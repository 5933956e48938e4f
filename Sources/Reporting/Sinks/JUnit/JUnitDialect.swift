import Evidence

/// How a JUnit report is laid out for one kind of reader.
///
/// To add one: a file with its value in `Dialects`, and its name in `all`.
package struct JUnitDialect: Sendable, Hashable {
  /// The word after `--junit-dialect`.
  package var name: String
  /// Attributes of `testsuites` above the suite, in their order; `nil`: the suite is the root.
  package var root: [SuiteAttribute]?
  /// Of `testsuite`, in their order.
  package var suite: [SuiteAttribute]
  /// Of `testcase`, after `name`, `classname` and `time`.
  package var testCase: [CaseAttribute]
  package var hasCaseProperties: Bool
  /// Whether the repetitions of a scenario are one case, with an element for each; else each is a
  /// case, and counts on in its name.
  package var groupsRepetitions: Bool
  /// Whether a case says by elements of its own what earlier tries came to; the output always does.
  package var tellsFlakes: Bool
  package var output: OutputPlace

  package init(
    name: String, root: [SuiteAttribute]?, suite: [SuiteAttribute],
    testCase: [CaseAttribute] = [], hasCaseProperties: Bool = false,
    groupsRepetitions: Bool = false, tellsFlakes: Bool = false, output: OutputPlace = .inCase
  ) {
    self.name = name
    self.root = root
    self.suite = suite
    self.testCase = testCase
    self.hasCaseProperties = hasCaseProperties
    self.groupsRepetitions = groupsRepetitions
    self.tellsFlakes = tellsFlakes
    self.output = output
  }

  package static let all: [JUnitDialect] = [.standard, .rich, .surefire, .ant]

  package enum SuiteAttribute: Sendable, Hashable {
    case name, tests, failures, errors, skipped, time, timestamp
    /// The scenario file.
    case file
    /// Cases that passed and did not pass.
    case flakes
    case fixed(String, String)
  }

  package enum CaseAttribute: Sendable, Hashable {
    /// The scenario file, and the scenario's line in it.
    case file, line
    /// How many findings there are.
    case assertions
  }

  package enum OutputPlace: Sendable, Hashable {
    /// `system-out` in each case.
    case inCase
    /// One `system-out` and an empty `system-err` after all cases.
    case afterCases
  }

  /// How deep a `testcase` is nested.
  var caseDepth: Int { root == nil ? 1 : 2 }
}

extension JUnitDialect: CustomStringConvertible {
  package var description: String { name }
}

extension JUnitDialect.SuiteAttribute {
  func member(_ run: RedactedRun, _ facts: SuiteFacts) -> (String, String?) {
    let counts = facts.counts
    return switch self {
    case .name: ("name", "acceptance." + JUnitCase.tableName(run))
    case .tests: ("tests", String(counts.all))
    case .failures: ("failures", String(counts.failed + counts.flaky))
    case .errors: ("errors", String(counts.errors + counts.notFinished))
    case .skipped: ("skipped", String(counts.skipped + counts.knownFailures))
    case .time: ("time", JUnitCase.seconds(facts.duration))
    case .timestamp: ("timestamp", Timestamp.text(run.startedAt))
    case .file: ("file", run.table.text)
    case .flakes: ("flakes", String(facts.flakyCount))
    case .fixed(let name, let value): (name, value)
    }
  }
}

extension JUnitDialect.CaseAttribute {
  func member(_ scenario: RedactedScenario, _ run: RedactedRun) -> (String, String?) {
    switch self {
    case .file: ("file", run.table.text)
    case .line: ("line", scenario.position.map { String($0.line) })
    case .assertions: ("assertions", String(JUnitCase.findingCount(scenario.verdict)))
    }
  }
}
