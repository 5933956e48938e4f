// One kind of report: its options, where it goes, and what it makes of a run.
// The session and the commands write; a sink only returns what is to be written.

import Evidence

/// A report of a run. To add one: a file with its type, and a line in `ReportCatalog.standard`.
///
/// The catalogue holds one value of each that is not configured; a run works on configured copies.
package protocol ResultSink: Sendable {
  /// The name in the catalogue, e.g. `junit`.
  var name: String { get }

  /// What precedes its path in the last lines of a run; the name if left out.
  var label: String { get }

  /// Options of `run`, `report` and `merge` that decide on its form.
  var options: [ReportOption] { get }

  /// The option of `run` that gives it a place outside the results folder; `nil`: it has none.
  var destination: ReportOption? { get }

  /// - Returns: A copy for one run; `nil` where options and environment ask for no such report.
  func configured(by setup: SinkSetup) throws(ReportOptionError) -> Self?
}

extension ResultSink {
  package var label: String { name }
  package var options: [ReportOption] { [] }
  package var destination: ReportOption? { nil }
  package func configured(by setup: SinkSetup) throws(ReportOptionError) -> Self? { self }
}

/// A report that is files in the results folder.
package protocol FileSink: ResultSink {
  /// What its destination's help calls it, e.g. `JUnit report`.
  var title: String { get }

  /// The names of its files in the results folder, that of its destination first; never empty.
  var fileNames: [String] { get }

  /// Before the first scenario: what must be there should the run be killed.
  mutating func begin(_ report: RedactedReport) -> [ReportFile]

  /// A scenario has begun; nothing is written for it.
  mutating func began(_ scenario: RedactedScenario)

  /// A scenario has ended, and its evidence is written.
  mutating func ended(_ scenario: RedactedScenario, _ evidence: EvidenceSummary) -> [ReportFile]

  /// The whole report. Of a stored run, this is all that is called.
  mutating func finish(_ report: RedactedReport) -> [ReportFile]

  /// After the artefacts were searched for planted secrets: what changes by what was found.
  ///
  /// - Parameter report: Without scenarios where a file of this sink held a secret.
  mutating func searched(_ report: RedactedReport) -> [ReportFile]
}

extension FileSink {
  /// The file that its destination names; others go beside it.
  var mainFileName: String { fileNames[0] }

  package var destination: ReportOption? {
    ReportOption(name: "--\(name)", placeholder: "FILE", summary: "path of the \(title)")
  }

  package mutating func begin(_ report: RedactedReport) -> [ReportFile] { [] }
  package mutating func began(_ scenario: RedactedScenario) {}
  package mutating func ended(
    _ scenario: RedactedScenario, _ evidence: EvidenceSummary
  ) -> [ReportFile] { [] }
  package mutating func searched(_ report: RedactedReport) -> [ReportFile] { [] }
}

/// A report that is lines on the terminal, or a page in a file of the build server's.
package protocol LogSink: ResultSink {
  /// Whether `report` writes it again; a run's own progress is not repeated.
  var isRepeatable: Bool { get }

  /// Whole lines; empty where this event says nothing to this reader.
  mutating func render(_ event: RunEvent) -> String

  /// What is added to a file at the end; `nil` for nothing.
  func page(_ summary: ReportSummary) -> AppendedPage?
}

extension LogSink {
  package var isRepeatable: Bool { true }
  package mutating func render(_ event: RunEvent) -> String { "" }
  package func page(_ summary: ReportSummary) -> AppendedPage? { nil }
}

/// A page that is added to a file which others write into too.
package struct AppendedPage: Sendable {
  /// What a message calls the file.
  package let title: String
  /// The environment's variable that names it.
  package let variable: String
  package let path: String
  /// The most that the file may hold.
  package let byteLimit: Int
  /// The page within so many bytes.
  package let text: @Sendable (_ byteLimit: Int) -> String

  package init(
    title: String, variable: String, path: String, byteLimit: Int,
    text: @escaping @Sendable (Int) -> String
  ) {
    self.title = title
    self.variable = variable
    self.path = path
    self.byteLimit = byteLimit
    self.text = text
  }
}

/// An option of the command line that belongs to a report.
package struct ReportOption: Sendable, Hashable {
  package let name: String
  /// Stands for the value in `--help`.
  package let placeholder: String
  package let summary: String

  package init(name: String, placeholder: String, summary: String) {
    self.name = name
    self.placeholder = placeholder
    self.summary = summary
  }
}

/// A value of a report's option that is not accepted.
package struct ReportOptionError: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ option: String, found: String, accepted: [String]) {
    description =
      "\(option): found \"\(found.prefix(20))\"; \(accepted.joined(separator: ", ")) are accepted"
  }
}

/// What a sink is configured by.
package struct SinkSetup: Sendable {
  /// By the option's name; what was not given is absent.
  package var choices: [String: String]
  /// The command's own environment.
  package var environment: [String: String]
  /// The scenario file's path, as the user named it.
  package var tablePath: String
  package var style: ConsoleStyle

  package init(
    choices: [String: String] = [:], environment: [String: String] = [:], tablePath: String = "",
    style: ConsoleStyle = ConsoleStyle()
  ) {
    self.choices = choices
    self.environment = environment
    self.tablePath = tablePath
    self.style = style
  }
}
