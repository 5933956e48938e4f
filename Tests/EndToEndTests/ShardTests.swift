import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct ShardTests {
  private static let selection = ["--only", "lost-answer", "--only", "reset-*"]

  @Test("two shards are joined into a run whose reports are made again from its evidence alone")
  func joined() async throws {
    let place = try Workplace()
    for shard in 1...2 {
      let run = try await place.start(
        [Workplace.table] + Self.selection + ["--shard", "\(shard)/2", "--results", "s\(shard)"]
      ).outcome
      #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    }
    let merged = try await place.acceptance("merge", "s2", "s1", "--into", "whole")
    #expect(merged.status == 0, "\(merged.stdout)\(merged.stderr)")
    #expect(merged.stdout.contains("3 passed of 3 scenarios"))
    for (folder, again) in [("whole", "again"), ("s1", "again-1")] {
      let report = try await place.acceptance("report", folder, "--to", again)
      #expect(report.status == 0, "\(report.stdout)\(report.stderr)")
      for file in ["junit.xml", "report.html", "report.css"] {
        #expect(try place.text("\(folder)/\(file)") == place.text("\(again)/\(file)"), "\(file)")
      }
    }

    let part = try await place.acceptance("merge", "s1")
    #expect(part.status == 16)
    #expect(part.stderr.contains("1 of 3 scenarios stand in none of the folders: "))
    let double = try await place.acceptance("merge", "s1", "s2", "s2", "--into", "double")
    #expect(double.status == 15)
    let over = try await place.acceptance("merge", "s1", "s2", "--into", "s1/evidence")
    #expect(over.status == 64)
    for refused in [part, double, over] {
      #expect(refused.stderr.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("double")))
    #expect(try await place.acceptance("verify", "s1").status == 0)
  }
}
