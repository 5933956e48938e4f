import AcceptanceModel
import Digests
import Evidence
import Foundation
import Reporting
import Testing

@Suite("The page")
struct HTMLReporterTests {
  private func page(_ reports: [ScenarioReport], rules: [String] = []) throws -> String {
    var report = try Sample.redacted(reports)
    report.options.ruleCodes = rules
    let files = HTMLReporter.files(for: report)
    return String(decoding: files[0].bytes, as: UTF8.self)
  }

  @Test("has no script, no inline style, nothing from the network, and no text as markup")
  func inert() throws {
    let reports = Sample.hostileTexts.map { text in
      Sample.report(
        "x", .failed([Sample.finding("key-changed", "\(table: text)")]), title: "<script>" + text)
    }
    let text = try page(reports + SampleRun.reports(8))
    for pattern in [
      "<script", "<[^>\"]*\\sstyle=", "<[^>\"]*\\son[a-z]+=", "(href|src)=\"(?!#|report.css)",
      "url\\(", "@import",
    ] {
      #expect(text.range(of: pattern, options: .regularExpression) == nil, "\(pattern)")
    }
    #expect(text.contains("&lt;script&gt;"))
  }

  @Test("shows what failed before what passed, and opens it")
  func order() throws {
    let text = try page(SampleRun.reports(8))
    let failed = try #require(text.range(of: "<details class=\"scenario failed\" open"))
    let matrix = try #require(text.range(of: "id=\"matrix\""))
    let passed = try #require(text.range(of: "<details class=\"scenario passed\""))
    #expect(failed.lowerBound < matrix.lowerBound && matrix.lowerBound < passed.lowerBound)
    #expect(text.contains("<h1>2 of 8 failed</h1>"))
  }

  @Test("every diagram has a title, a description and a list that says the same")
  func accessible() throws {
    let text = try page(SampleRun.reports(8))
    let diagrams = text.components(separatedBy: "<svg ").count - 1
    #expect(diagrams >= 4)
    #expect(text.components(separatedBy: "<title id=").count - 1 == diagrams)
    #expect(text.components(separatedBy: "<desc id=").count - 1 == diagrams)
    #expect(text.components(separatedBy: "<details class=\"list\">").count - 1 == diagrams)
    #expect(text.contains("The server receives send 2 of A under key 2."))
    #expect(text.contains(">A, send 2 · key 2</text>"))
  }

  @Test("scenario titles are headings, and the matrix says in words what a cell shows")
  func readable() throws {
    let text = try page(SampleRun.reports(8), rules: ["key-changed", "gave-up"])
    #expect(text.components(separatedBy: "<h3 class=\"title\">").count == 9)
    #expect(text.contains("<caption>One row per scenario"))
    let cells = text.components(separatedBy: "<td").dropFirst().filter {
      !$0.hasPrefix(" class=\"verdict\"")
    }
    // Three rules, the third of which was found only, in eight rows.
    #expect(cells.count == 24)
    for cell in cells { #expect(cell.contains("aria-label=\""), "\(cell.prefix(40))") }
  }

  @Test("the header says what was run, by which program, against which client, how long")
  func header() throws {
    let text = try page(SampleRun.reports(8))
    let header = try #require(text.firstRange(of: "<header>")).upperBound
    let end = try #require(text.firstRange(of: "</header>")).lowerBound
    for part in ["acceptance scenarios.json", "acceptance 1.0.0", "SHA-256 bbbbbbbbbbbbbbbb…"] {
      #expect(text[header..<end].contains(part), "\(part)")
    }
    #expect(text[header..<end].contains("the sum of all scenarios"))
  }

  @Test("every link within the page leads somewhere")
  func anchors() throws {
    let text = try page(SampleRun.reports(45), rules: ["key-changed", "gave-up"])
    let links = text.components(separatedBy: "href=\"#").dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    // The matrix names all, the overview those that did not pass once more.
    #expect(links.count > 45)
    for link in links { #expect(text.contains("id=\"\(link)\""), "\(link)") }
  }

  @Test("says how to run one scenario again, and holds no text of a client's")
  func repeating() throws {
    let text = try page(SampleRun.reports(8))
    #expect(text.contains("acceptance scenarios.json --only key-survives-kill"))
    #expect(!text.contains("k-secret"))
    #expect(!text.contains("task-of-A"))
  }

  @Test("a table of 2,000 scenarios stays a page that opens")
  func large() throws {
    let text = try page(SampleRun.reports(2000))
    #expect(text.utf8.count < 8_000_000)
    #expect(text.components(separatedBy: "<details class=\"scenario ").count == 2001)
    #expect(text.contains("Left out: "))
  }

  @Test("names the style sheet's own hash in its policy")
  func policy() throws {
    let text = try page([])
    let style = try #require(text.range(of: "<style>")).upperBound
    let end = try #require(text.range(of: "</style>")).lowerBound
    let digest = SHA256Digest.hash(text[style..<end].utf8)
    #expect(text.contains("sha256-\(Data(digest).base64EncodedString())"))
  }
}
