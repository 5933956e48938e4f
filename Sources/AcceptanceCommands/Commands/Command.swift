// Owns: what a command is, and the list of them. A new command is one file and one line here.

import Foundation
import ScenarioLoading

protocol Command: Sendable {
  static var name: String { get }
  static var summary: String { get }
  /// Placeholders of the operands, e.g. `FILE`; one in brackets may be left out, a last one with an
  /// ellipsis repeated.
  static var operands: [String] { get }
  static var options: [Option] { get }
  /// The same with what the catalogues add; `options` alone if left out.
  static func options(in catalogs: Catalogs) -> [Option]
  /// More for `--help`; empty where the options say it all.
  static var details: String { get }

  static func run(_ arguments: ParsedArguments) async throws -> ExitCode
}

extension Command {
  static var details: String { "" }

  static func options(in catalogs: Catalogs) -> [Option] { options }

  static var synopsis: String {
    (["acceptance", name == RunCommand.name ? "[\(name)]" : name] + operands).joined(separator: " ")
  }
}

enum CommandCatalog {
  static let all: [any Command.Type] = [
    RunCommand.self, ListCommand.self, ValidateCommand.self, SchemaCommand.self,
    RulesCommand.self, FaultsCommand.self, ServeCommand.self, ScoreCommand.self,
    ExploreCommand.self, CrashTestCommand.self, InitCommand.self, DoctorCommand.self,
    VerifyCommand.self, EvidenceCommand.self, RecheckCommand.self, ReportCommand.self,
    MergeCommand.self, HelpCommand.self, VersionCommand.self,
  ]

  /// The command that the arguments ask for; without a command's name, it is `run`.
  static func choose(
    _ arguments: [String]
  ) throws(UsageError) -> (any Command.Type, [String]) {
    guard let first = arguments.first else { throw UsageError(isShortHelp: true) }
    if let command = all.first(where: { $0.name == first }) {
      return (command, Array(arguments.dropFirst()))
    }
    switch first {
    case "--help", "-h": return (HelpCommand.self, Array(arguments.dropFirst()))
    case "--version": return (VersionCommand.self, Array(arguments.dropFirst()))
    default:
      // A word that looks like no path and leads to no file was meant as a command.
      let looksLikePath = first.contains(".") || first.contains("/") || first.hasPrefix("-")
      guard looksLikePath || FileManager.default.fileExists(atPath: first) else {
        throw UsageError(
          "there is no command and no file \(Suggestion.quoted(first)); "
            + Suggestion.instead(of: first, among: all.map { $0.name }))
      }
      return (RunCommand.self, arguments)
    }
  }
}
