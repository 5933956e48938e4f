extension JUnitDialect {
  /// Valid on Jenkins' junit-10 schema, readable by the others.
  package static let standard = JUnitDialect(
    name: "default",
    root: [.name, .time, .tests, .failures, .errors],
    suite: [.name, .tests, .failures, .errors, .skipped, .time, .timestamp, .file])
}
