import Evidence
import Foundation

/// Failures in the words of the build server that reads the log.
package struct AnnotationSink: LogSink {
  package let name = "annotations"
  private static let option = "--renderer"
  private static let words = ["auto", "plain"] + AnnotationRenderer.allCases.map(\.rawValue)

  private var renderer: AnnotationRenderer?
  /// The scenario file from the repository's root.
  private var file = ""

  package init() {}

  package var options: [ReportOption] {
    [
      ReportOption(
        name: Self.option, placeholder: Self.words.joined(separator: "|"),
        summary: "CI annotation format (default: auto, detected from the environment)")
    ]
  }

  package func configured(by setup: SinkSetup) throws(ReportOptionError) -> AnnotationSink? {
    guard let renderer = try Self.renderer(setup) else { return nil }
    var copy = self
    copy.renderer = renderer
    copy.file = Self.repositoryPath(setup)
    return copy
  }

  package func render(_ event: RunEvent) -> String {
    guard case .ended(let summary, _) = event, let renderer else { return "" }
    return renderer.lines(for: summary.report, file: file).map { $0 + "\n" }.joined()
  }

  /// `nil` for plain lines.
  static func renderer(_ setup: SinkSetup) throws(ReportOptionError) -> AnnotationRenderer? {
    let word = setup.choices[option] ?? "auto"
    if let renderer = AnnotationRenderer(rawValue: word) { return renderer }
    switch word {
    case "auto": return AnnotationRenderer.detected(in: setup.environment)
    case "plain": return nil
    default: throw ReportOptionError(option, found: word, accepted: words)
    }
  }

  /// From the repository's root, which annotations count from.
  private static func repositoryPath(_ setup: SinkSetup) -> String {
    let whole = URL(fileURLWithPath: setup.tablePath).standardizedFileURL.path
    for name in ["GITHUB_WORKSPACE", "BUILD_SOURCESDIRECTORY", "CI_PROJECT_DIR"] {
      guard let root = setup.environment[name], !root.isEmpty else { continue }
      let folder = URL(fileURLWithPath: root).standardizedFileURL.path + "/"
      if whole.hasPrefix(folder) { return String(whole.dropFirst(folder.count)) }
    }
    return setup.tablePath
  }
}
