// Owns: the options that say for which reader a JUnit report is written.

import Reporting

enum JUnitChoice {
  static let options = [
    Option(
      name: "--junit-dialect",
      form: .value(JUnitOptions.Dialect.allCases.map(\.rawValue).joined(separator: "|")),
      summary: "which reader the JUnit report is for"),
    Option(
      name: "--attachment-base", form: .value("PATH"),
      summary: "path prefix for Jenkins' [[ATTACHMENT|path]] lines"),
  ]

  static func read(_ arguments: ParsedArguments) throws(UsageError) -> JUnitOptions {
    let word = arguments.text("--junit-dialect") ?? JUnitOptions.Dialect.standard.rawValue
    guard let dialect = JUnitOptions.Dialect(rawValue: word) else {
      throw UsageError(
        "--junit-dialect: found \"\(word.prefix(20))\"; "
          + JUnitOptions.Dialect.allCases.map(\.rawValue).joined(separator: ", ")
          + " are accepted")
    }
    return JUnitOptions(
      dialect: dialect, attachmentBase: arguments.text("--attachment-base"))
  }
}
