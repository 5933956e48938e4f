extension JUnitDialect {
  /// Valid on Surefire's schema 3.0.2: a suite at the root.
  package static let surefire = JUnitDialect(
    name: "surefire",
    root: nil,
    suite: [.name, .tests, .failures, .errors, .skipped, .time, .timestamp, .flakes],
    groupsRepetitions: true, tellsFlakes: true)
}
