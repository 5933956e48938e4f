import AcceptanceModel
import Foundation
import Judge
import Testing

@Suite struct TroubleshootingTests {
  @Test("the page explains every finding code, in the catalogue's order, and none besides")
  func codes() throws {
    let page = try Page.guide("Troubleshooting")
    let explained = page.text.matches(of: /(?m)^### `([a-z-]+)`$/).map { String($0.1) }
    let known =
      RuleCatalog.all.map { $0.code.text } + [
        FindingCode.abilityMissing.text, FindingCode.knownFailureStale.text,
      ]
    #expect(explained == known)
  }

  @Test("the page explains every error that ends a scenario, and none besides")
  func errors() throws {
    let explained = try Page.guide("Troubleshooting").rows(after: "## Errors").map { $0[0] }
    let errors: [RunnerError] = [
      .clientNotStarted(reason: "", stderrByteCount: 0), .contractBroken(reason: ""),
      .faultNotReached(index: 0, kind: ""), .stepImpossible(index: 0, reason: ""),
      .premiseMissed(index: 0, reason: ""), .serverFailed(reason: ""), .homeRemoved, .interrupted,
      .timedOut(after: .zero), .machineStarved(waited: .zero, lacking: .zero),
      .notRun(reason: ""),
    ]
    #expect(explained == errors.map { "`\($0.typeName)`" })
  }

  @Test("each message that the page explains is one that the sources can print")
  func messages() throws {
    let explained = try Page.guide("Troubleshooting").rows(after: "## Messages").map { $0[0] }
      .compactMap { $0.wholeMatch(of: /`([^`]+)`/).map { String($0.1) } }
    #expect(explained.count >= 4)
    let sources = try Self.sources()
    for message in explained {
      #expect(sources.contains { $0.contains(message) }, "nothing prints \(message)")
    }
  }

  private static func sources() throws -> [String] {
    let folder = Desk.package.appendingPathComponent("Sources").path
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try names.filter { $0.hasSuffix(".swift") }.map { try Desk.text("Sources/\($0)") }
  }
}
