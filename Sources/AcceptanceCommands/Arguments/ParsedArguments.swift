// Owns: a command's options and operands, taken from the command line.

import Foundation
import ScenarioLoading

struct ParsedArguments {
  private var values: [String: [String]] = [:]
  private(set) var operands: [String] = []
  let catalogs: Catalogs

  init(
    _ arguments: [String], for command: any Command.Type, in catalogs: Catalogs = .standard
  ) throws(UsageError) {
    self.catalogs = catalogs
    let options = command.options(in: catalogs) + [.help]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        operands += rest
        break
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0] == "-h" ? "--help" : String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw Self.unknown(name, of: command, options)
      }
      try take(option, given: parts.count > 1 ? String(parts[1]) : nil, &rest)
    }
    try checkOperands(of: command)
  }

  private static func unknown(
    _ name: String, of command: any Command.Type, _ options: [Option]
  ) -> UsageError {
    let names = options.filter { !$0.isHidden }.map(\.name)
    let near = Suggestion.nearWord(to: name, among: names)
    return UsageError(
      "there is no option \(shown(name)); "
        + (near.map { "did you mean \($0)?" }
          ?? "\(command.synopsis) takes " + names.joined(separator: " ")))
  }

  /// `-pSecret` is how some programs take a secret, and its words may have slipped out of quotes.
  private static func shown(_ name: String) -> String {
    let isLong = name.hasPrefix("--") && name.dropFirst(2).allSatisfy { $0.isLetter || $0 == "-" }
    return isLong ? String(name.prefix(40)) : name.prefix(2) + (name.count > 2 ? "…" : "")
  }

  private mutating func take(
    _ option: Option, given: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    switch option.form {
    case .flag:
      guard given == nil else { throw UsageError("\(option.name) takes no value") }
      values[option.name] = []
    case .value(let placeholder), .values(let placeholder):
      guard let value = given ?? rest.popFirst() else {
        throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder)")
      }
      // An unset variable in a script: no option means anything by it.
      guard !value.isEmpty else {
        throw UsageError("\(option.name): the value is empty; \(placeholder) is wanted")
      }
      if case .value = option.form, values[option.name] != nil {
        throw UsageError("\(option.name) is given twice; it may be given once")
      }
      values[option.name, default: []].append(value)
    }
  }

  private func checkOperands(of command: any Command.Type) throws(UsageError) {
    // An operand in brackets may be left out.
    let least = command.operands.count { !$0.hasPrefix("[") }
    // One that ends with an ellipsis may be given any number of times.
    let hasNoEnd = command.operands.last?.contains("…") ?? false
    let most = hasNoEnd ? Int.max : command.operands.count
    if has("--help") || (least...most).contains(operands.count) { return }
    let wanted =
      command.operands.isEmpty ? "no file" : command.operands.joined(separator: " ")
    throw UsageError(
      "\(operands.count) operands given, where \(wanted) is wanted: \(command.synopsis)")
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? { values[name]?.first }

  func texts(_ name: String) -> [String] { values[name] ?? [] }

  /// - Throws: Where the value is no whole number within `range`.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name): found \"\(text.prefix(20))\"; a whole number from \(range.lowerBound) to "
          + "\(range.upperBound) is wanted")
    }
    return number
  }

  func words(_ name: String) throws(UsageError) -> [String]? {
    guard let text = text(name) else { return nil }
    do {
      let words = try ShellWords.split(text)
      guard !words.isEmpty else {
        throw UsageError("\(name): found no words; a program and its arguments are wanted")
      }
      return words
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(name): \(error)")
    }
  }
}
