extension JUnitDialect {
  /// With properties, file, line and counts in each case, for readers that show them.
  package static let rich = JUnitDialect(
    name: "rich",
    root: [.name, .time, .tests, .failures, .errors, .skipped],
    suite: [.name, .tests, .failures, .errors, .skipped, .time, .timestamp, .file],
    testCase: [.file, .line, .assertions], hasCaseProperties: true, tellsFlakes: true)
}
