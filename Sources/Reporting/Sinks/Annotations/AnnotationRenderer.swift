// Owns: failures in the words of a build server, so that they show beside the change that made
// them. Pure: a redacted report in, text out; the command writes it.

import Evidence

package enum AnnotationRenderer: String, Sendable, CaseIterable {
  case github
  case gitlab
  case azure
  case teamcity

  /// Which build server this is, by the variables that each documents; `nil` for none of them.
  package static func detected(in environment: [String: String]) -> AnnotationRenderer? {
    if environment["GITHUB_ACTIONS"] == "true" { return .github }
    if environment["GITLAB_CI"] == "true" { return .gitlab }
    if environment["TF_BUILD"]?.lowercased() == "true" { return .azure }
    return environment["TEAMCITY_VERSION"] == nil ? nil : .teamcity
  }

  /// Lines for the log.
  ///
  /// - Parameter file: The scenario file's path from the repository's root, which annotations
  ///   point at.
  package func lines(for report: RedactedReport, file: String) -> [String] {
    let annotations =
      (report.leaks.flatMap { Annotation($0) }.map { [$0] } ?? [])
      + report.scenarios.compactMap { Annotation($0) }
    switch self {
    case .github: return GitHubLog.lines(annotations, file: file)
    case .gitlab: return GitLabLog.lines(annotations)
    case .azure: return AzureLog.lines(annotations, file: file)
    case .teamcity: return TeamCityLog.lines(report)
    }
  }
}

/// What is said of one scenario that did not pass.
struct Annotation: Sendable {
  let scenario: String
  let title: String
  let sentence: String
  let line: Int?
  let column: Int?

  init?(_ scenario: RedactedScenario) {
    switch scenario.verdict {
    case .failed(let findings), .flaky(let findings):
      title = "\(scenario.id): \(findings.map(\.code.text).joined(separator: ", "))"
      sentence = findings.map { "\($0.code): \($0.sentence)" }.joined(separator: "\n")
    case .error(let type, let text):
      title = "\(scenario.id): \(type)"
      sentence = text.text
    case .notFinished:
      title = "\(scenario.id): not finished"
      sentence = "The run ended before this scenario did."
    case .passed, .skipped, .knownFailure: return nil
    }
    self.scenario = scenario.id.text
    line = scenario.position?.line
    column = scenario.position?.column
  }
}

extension Annotation {
  init?(_ leaks: LeakState) {
    guard case .found(let leaks, let count) = leaks else { return nil }
    scenario = JUnitCase.leakName
    title = JUnitCase.leakName
    sentence = "A planted secret stood in \(leaks.count) of \(count) artefacts."
    line = nil
    column = nil
  }
}

/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
enum GitHubLog {
  /// GitHub shows ten errors of a step; the tenth line says where the others are.
  static let limit = 10

  static func lines(_ annotations: [Annotation], file: String) -> [String] {
    let shown = annotations.count > limit ? annotations.prefix(limit - 1) : annotations[...]
    var lines = shown.map { annotation in
      let place = annotation.line.map { ",line=\($0)" } ?? ""
      let column = annotation.column.map { ",col=\($0)" } ?? ""
      return "::error file=\(property(file))\(place)\(column),title=\(property(annotation.title))"
        + "::\(data(annotation.sentence))"
    }
    if shown.count < annotations.count {
      let rest = annotations.count - shown.count
      lines.append("::error title=\(rest) more::The job's summary lists all scenarios.")
    }
    return lines
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

/// A section that GitLab folds, and one line for each scenario; GitLab's own view reads JUnit.
enum GitLabLog {
  static func lines(_ annotations: [Annotation]) -> [String] {
    guard !annotations.isEmpty else { return [] }
    let begin = "\u{1B}[0Ksection_start:0:acceptance_failures\r\u{1B}[0KFailures"
    let end = "\u{1B}[0Ksection_end:0:acceptance_failures\r\u{1B}[0K"
    let body = annotations.map { "\($0.title): \($0.sentence.replacing("\n", with: "; "))" }
    return [begin] + body + [end]
  }
}

/// https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands
enum AzureLog {
  static func lines(_ annotations: [Annotation], file: String) -> [String] {
    annotations.map { annotation in
      var place = "type=error;sourcepath=\(property(file));"
      if let line = annotation.line { place += "linenumber=\(line);" }
      if let column = annotation.column { place += "columnnumber=\(column);" }
      let text = "\(annotation.title): \(annotation.sentence.replacing("\n", with: "; "))"
      return "##vso[task.logissue \(place)]\(data(text))"
    }
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%AZP25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(";", with: "%3B").replacing("]", with: "%5D")
  }
}

/// https://www.jetbrains.com/help/teamcity/service-messages.html
enum TeamCityLog {
  static func lines(_ report: RedactedReport) -> [String] {
    let suite = escaped("acceptance." + JUnitCase.tableName(report.run))
    let cases = JUnitCase.uniqueNames(report.scenarios).flatMap { scenario, name in
      messages(scenario, name: escaped(name))
    }
    return ["##teamcity[testSuiteStarted name='\(suite)']"] + cases
      + ["##teamcity[testSuiteFinished name='\(suite)']"]
  }

  private static func messages(_ scenario: RedactedScenario, name: String) -> [String] {
    let finished =
      "##teamcity[testFinished name='\(name)' "
      + "duration='\(max(0, scenario.duration.milliseconds))']"
    var middle: [String] = []
    switch scenario.verdict {
    case .passed: break
    case .failed, .flaky, .error, .notFinished:
      if let annotation = Annotation(scenario) {
        middle = [
          "##teamcity[testFailed name='\(name)' message='\(escaped(annotation.title))' "
            + "details='\(escaped(annotation.sentence))']"
        ]
      }
    case .skipped(let reason):
      return ["##teamcity[testIgnored name='\(name)' message='\(escaped(reason.text))']"]
    case .knownFailure(_, let reason):
      let message = escaped("known failure: \(reason)")
      return ["##teamcity[testIgnored name='\(name)' message='\(message)']"]
    }
    return ["##teamcity[testStarted name='\(name)']"] + middle + [finished]
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|": result += "||"
      case "'": result += "|'"
      case "[": result += "|["
      case "]": result += "|]"
      case "\n": result += "|n"
      case "\r": result += "|r"
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 {
            let hex = String(unit, radix: 16)
            result += "|0x" + String(repeating: "0", count: 4 - hex.count) + hex
          }
        }
      }
    }
    return result
  }
}
