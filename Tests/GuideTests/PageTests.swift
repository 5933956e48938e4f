import Foundation
import TestSupport
import Testing

/// Every command, file and scenario that the documentation shows works as it stands there.
@Suite struct PageTests {
  @Test(
    "each code block says what a test does with it, or why nothing can be",
    arguments: try Page.all())
  func marks(page: Page) {
    for block in page.blocks where !["", "text"].contains(block.language) {
      #expect(block.mark != nil, "\(page.name):\(block.line) has no mark on the line before it")
    }
  }

  @Test(
    "what a page shows, done from top to bottom, does what the page says", .wholeRun,
    arguments: try Page.all())
  func commands(page: Page) async throws {
    let desk = try Desk()
    try desk.layOutClone()
    for block in page.blocks {
      let place = Comment(rawValue: "\(page.name):\(block.line)")
      switch block.mark {
      case .file(let name): try desk.write(block.text, to: name)
      case .table:
        try desk.write(block.text, to: "shown.json")
        let read = try await desk.shell("acceptance validate shown.json")
        #expect(read.status == 0, "\(place): \(read.output)")
      case .run(let status):
        let ran = try await desk.shell(block.text)
        #expect(ran.status == status, "\(place): \(ran.output)")
      case .source(let path):
        #expect(try Desk.text(path).contains(block.text), "\(place): not in \(path)")
      case .recipe, .notRun, .gate, nil: break
      }
    }
  }

  @Test("links between pages lead somewhere", arguments: try Page.all())
  func links(page: Page) throws {
    let guides = Set(try Page.all().map(\.name))
    for match in page.text.matches(of: /<doc:([A-Za-z]+)>/) {
      #expect(guides.contains("\(match.1).md"), "\(page.name) links to \(match.1)")
    }
    for match in page.text.matches(of: /\]\(([A-Za-z\/.]+\.(?:md|json|py|sh|swift))\)/) {
      let file = page.name == "README.md" ? "\(match.1)" : "\(Page.folder)/\(match.1)"
      let path = Desk.package.appendingPathComponent(file).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page.name) links to \(match.1)")
    }
  }
}
