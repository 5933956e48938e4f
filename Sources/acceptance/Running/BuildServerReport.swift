// Owns: what a build server is told at the end: annotations in its log, a page in its summary.
// Does not own: their texts (AnnotationRenderer, JobSummary).

import Foundation
import Reporting

struct BuildServerReport {
  let renderer: AnnotationRenderer
  /// The scenario file, as the user named it.
  let path: String

  /// `nil` where no build server is told.
  init?(_ renderer: AnnotationRenderer?, path: String) {
    guard let renderer else { return nil }
    self.renderer = renderer
    self.path = path
  }

  /// Whole lines; empty where there is nothing to tell.
  func lines(_ report: RedactedReport) -> String {
    renderer.lines(for: report, file: repositoryPath).map { $0 + "\n" }.joined()
  }

  /// All that would be written, to be searched for planted secrets before it is.
  func everything(_ report: RedactedReport) -> String {
    lines(report) + (renderer == .github ? JobSummary.markdown(report) : "")
  }

  /// Adds a page to GitHub's job summary, where the environment names its file.
  ///
  /// - Returns: Why it could not be written; nothing else of the run depends on it.
  func addSummary(_ report: RedactedReport) -> String? {
    let environment = ProcessInfo.processInfo.environment
    guard renderer == .github, let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else {
      return nil
    }
    do {
      if !FileManager.default.fileExists(atPath: path) {
        try Data().write(to: URL(fileURLWithPath: path))
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { file.closeFile() }
      // Others may have written into it in this step, and the limit is for all together.
      let room = JobSummary.byteLimit - Int(try file.seekToEnd())
      guard room >= 1000 else { return "the job's summary is full; this run's page is left out" }
      try file.write(contentsOf: Data(JobSummary.markdown(report, byteLimit: room).utf8))
      return nil
    } catch {
      return "the job's summary (GITHUB_STEP_SUMMARY) cannot be written to"
    }
  }

  /// From the repository's root, which annotations count from.
  private var repositoryPath: String {
    let environment = ProcessInfo.processInfo.environment
    let whole = URL(fileURLWithPath: path).standardizedFileURL.path
    for name in ["GITHUB_WORKSPACE", "BUILD_SOURCESDIRECTORY", "CI_PROJECT_DIR"] {
      guard let root = environment[name], !root.isEmpty else { continue }
      let folder = URL(fileURLWithPath: root).standardizedFileURL.path + "/"
      if whole.hasPrefix(folder) { return String(whole.dropFirst(folder.count)) }
    }
    return path
  }
}

extension RedactedReport {
  init(_ summary: ReportSummary) {
    self.init(run: summary.run, scenarios: summary.scenarios, evidence: summary.evidence)
    leaks = summary.leaks
  }
}
