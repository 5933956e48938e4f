// Owns: `acceptance init`: from the command line to the files. Does not own: their contents
// (Starters) or asking (StarterChoice).

import Foundation
import Scoring
import Starters

enum InitCommand: Command {
  static let name = "init"
  static let summary = "write a scenario file and a client that run out of the box"
  static let operands = ["[DIR]"]
  static let options = [
    Option(
      name: "--client",
      form: .value(StarterCatalog.all.map(\.name).joined(separator: "|")),
      summary: "what the client is written in (default on a terminal: ask)"),
    Option(
      name: "--path", form: .value("PATH"),
      summary: "the endpoint's path (default: \(StarterChoice.standardPath))"),
    Option(
      name: "--key-header", form: .value("NAME"),
      summary: "header of the key (default: \(StarterChoice.standardHeader))"),
    Option(
      name: "--scenarios", form: .value("starter|all"),
      summary: "the scenarios to begin with, or every scenario of the built-in table (default: "
        + "starter)"),
  ]

  static var details: String {
    let starters = HelpText.table(StarterCatalog.all.map { ($0.name, $0.summary) })
    return """
      Writes \(StarterTable.fileName) and the client into DIR, or into the current folder; DIR is made
      where it is not there. No file is ever replaced. The clients:

      \(starters.joined(separator: "\n"))
      """
  }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let choice = try StarterChoice(arguments, asking: TerminalQuestions())
    let folder = arguments.operands.first ?? "."
    let (starter, table) = (choice.starter, choice.table)
    let files = [
      NewFile(
        name: StarterTable.fileName,
        bytes: Array(
          try table.text(
            for: starter, from: BuiltInTable.bytes
          ).utf8)),
      NewFile(name: starter.fileName, bytes: starter.bytes(keyHeader: table.keyHeader)),
    ]
    try NewFile.write(files, to: folder)
    for line in told(starter, in: folder) { Console.print(line) }
    return .passed
  }

  private static func told(_ starter: Starter, in folder: String) -> [String] {
    let inFolder = folder == "." ? [] : [("then", "cd \(folder)")]
    let preparation = starter.preparation.map { [("then", $0)] } ?? []
    return HelpText.table(
      [
        ("written", "\(StarterTable.fileName): the scenarios, the client's command, the server"),
        ("written", "\(starter.fileName): the client; \(starter.place) marks where yours goes"),
      ] + inFolder + preparation + [
        ("then", "acceptance \(StarterTable.fileName)"),
        ("or", "acceptance doctor \(StarterTable.fileName)"),
      ])
  }
}
