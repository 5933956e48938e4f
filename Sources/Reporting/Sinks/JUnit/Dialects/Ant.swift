extension JUnitDialect {
  /// Valid on the schema of Ant's reports.
  package static let ant = JUnitDialect(
    name: "ant",
    root: [],
    suite: [
      .name, .fixed("package", "acceptance"), .fixed("id", "0"),
      // The schema's own word for a host that is not named: a report names no machine.
      .fixed("hostname", "localhost"),
      .tests, .failures, .errors, .skipped, .time, .timestamp,
    ],
    output: .afterCases)
}
