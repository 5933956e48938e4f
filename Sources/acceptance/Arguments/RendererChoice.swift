// Owns: the option that says which build server reads the log.

import Foundation
import Reporting

enum RendererChoice {
  private static let words =
    ["auto", "plain"] + AnnotationRenderer.allCases.map(\.rawValue)

  static let option = Option(
    name: "--renderer", form: .value(words.joined(separator: "|")),
    summary: "CI annotation format (default: auto, detected from the environment)")

  /// - Returns: `nil` for plain lines.
  static func read(_ arguments: ParsedArguments) throws(UsageError) -> AnnotationRenderer? {
    let word = arguments.text(option.name) ?? "auto"
    if let renderer = AnnotationRenderer(rawValue: word) { return renderer }
    switch word {
    case "auto": return AnnotationRenderer.detected(in: ProcessInfo.processInfo.environment)
    case "plain": return nil
    default:
      throw UsageError(
        "\(option.name): found \"\(word.prefix(20))\"; \(words.joined(separator: ", ")) "
          + "are accepted")
    }
  }
}
