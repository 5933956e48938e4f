// Owns: the list of reporters. To add one: one file, one line here.

package enum ReporterCatalog {
  package static let all: [any Reporter.Type] = [
    JUnitReporter.self,
    HTMLReporter.self,
  ]
}
