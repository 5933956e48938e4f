import Reporting

extension JUnitDialect {
  /// A suite at the root, that says nothing but names and counts.
  static let plain = JUnitDialect(
    name: "plain", root: nil, suite: [.name, .tests, .failures, .fixed("format", "plain")],
    testCase: [.line], output: .afterCases)
}
