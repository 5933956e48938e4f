import AcceptanceModel
import Foundation
import Testing

@testable import Evidence
@testable import Reporting

/// Whole reports of a fixed run, byte for byte.
///
/// To write them anew: `WRITE_GOLDEN=1 swift test --filter GoldenReportTests`.
@Suite("Reports of a fixed run") struct GoldenReportTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  @Test("each report is what its golden file holds", arguments: try GoldenRun.reports())
  func golden(_ report: GoldenRun.Report) throws {
    let file = Self.folder.appendingPathComponent(report.name)
    if ProcessInfo.processInfo.environment["WRITE_GOLDEN"] != nil {
      try Data(report.text.utf8).write(to: file)
    }
    let wanted = try String(contentsOf: file, encoding: .utf8)
    let lines = zip(wanted.components(separatedBy: "\n"), report.text.components(separatedBy: "\n"))
    for (number, line) in lines.enumerated() {
      try #require(line.0 == line.1, "\(report.name), line \(number + 1)")
    }
    #expect(wanted == report.text)
  }

  @Test("there is no golden file without its report")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(try files.sorted() == GoldenRun.reports().map(\.name).sorted())
  }
}
