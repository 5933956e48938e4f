// Owns: the code blocks of a page, and the marks that say what a test does with each. Does not own:
// doing it (PageTests).

import Foundation

/// A Markdown page of the documentation.
struct Page: Sendable, CustomStringConvertible {
  /// A fenced block. Its mark is an HTML comment on the line before the fence.
  struct Block: Sendable {
    enum Mark: Sendable, Hashable {
      /// Run in the page's folder; the exit status that it must have.
      case run(status: Int32)
      /// Written to the page's folder under this name.
      case file(String)
      /// A scenario file that `acceptance validate` accepts.
      case table
      /// Stands, word for word, in this file of the package, which is compiled or run.
      case source(String)
      /// A recipe, played through by a test of its own.
      case recipe(String)
      /// Why nothing can be done with it here.
      case notRun(String)
      /// The README's two commands, which the gate runs.
      case gate
    }

    let line: Int
    let language: String
    fileprivate(set) var text: String
    /// `nil` where it has none, or one that means nothing.
    let mark: Mark?
  }

  let name: String
  let text: String

  var description: String { name }

  static let folder = "Sources/acceptance/acceptance.docc"
  /// The first page of the library's own catalogue.
  static let library = "Sources/OfflineQueue/OfflineQueue.docc/OfflineQueue.md"

  /// The README, every guide by name, and the library's page.
  static func all() throws -> [Page] {
    let folder = Desk.package.appendingPathComponent(Self.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.sorted()
    let guides = names.map { "\(Self.folder)/\($0)" }
    return try (["README.md"] + guides + [library]).map { try Page(path: $0) }
  }

  init(path: String) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    text = try Desk.text(path)
  }

  static func guide(_ name: String) throws -> Page { try Page(path: "\(folder)/\(name).md") }

  var blocks: [Block] {
    var found: [Block] = []
    var isOpen = false
    var previous = ""
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = String(part)
      if isOpen, line == "```" {
        isOpen = false
      } else if isOpen {
        found[found.count - 1].text += line + "\n"
      } else if line.hasPrefix("```") {
        isOpen = true
        found.append(
          Block(
            line: index + 1, language: String(line.dropFirst(3)), text: "",
            mark: Self.mark(previous)))
      }
      previous = line
    }
    return found
  }

  /// The rows of the first table after this heading, cell by cell, without head and rule.
  func rows(after heading: String) -> [[String]] {
    guard let start = text.range(of: heading) else { return [] }
    let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func mark(_ line: String) -> Block.Mark? {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    let words = String(line.dropFirst(5).dropLast(4))
    guard let colon = words.firstIndex(of: ":") else {
      let plain: [String: Block.Mark] = [
        "run": .run(status: 0), "table": .table, "main": .gate, "tests": .gate,
      ]
      return plain[words]
    }
    let value = words[words.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    switch String(words[..<colon]) {
    case "run": return Int32(value).map { .run(status: $0) }
    case "file": return .file(value)
    case "source": return .source(value)
    case "recipe": return .recipe(value)
    case "not run": return value.count > 10 ? .notRun(value) : nil
    default: return nil
    }
  }
}
