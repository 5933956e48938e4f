// Owns: what the scenarios of one table share while a test process runs them: a temporary folder, and
// a semaphore, so that not every test case starts its client at once.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import Synchronization

/// Its folder is removed with the table's last scenario.
final class SharedRunContext: Sendable {
  private let table: ScenarioTable
  private let settings: RunSettings
  private let semaphore: AsyncSemaphore
  /// Two runs of one scenario must not share a folder.
  private let runCount = Mutex(0)

  init(
    _ table: ScenarioTable, options: AcceptanceTable.Options
  ) throws(AcceptanceTableError) {
    self.table = table
    semaphore = AsyncSemaphore(count: max(1, options.jobs))
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("acceptance-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .noTemporaryFolder
    }
    settings = RunSettings(
      jobs: 1, seed: options.seed, scenarioLimit: options.scenarioLimit, folder: folder,
      programFolder: options.programs ?? Self.programFolder,
      ambient: ProcessInfo.processInfo.environment)
  }

  deinit {
    // What is left in a temporary folder is the system's to clean up.
    try? FileManager.default.removeItem(atPath: settings.folder)
  }

  func run(_ scenario: Scenario) async -> Verdict {
    let ordinal = runCount.withLock { count in
      count += 1
      return count
    }
    await semaphore.wait()
    let report = await TableRun(table: table, settings: settings).run(scenario, ordinal: ordinal)
    semaphore.signal()
    return report.verdict.expecting(table.knownFailures, of: report.id)
  }

  private final class Anchor {}

  /// Beside the bundle of the tests, into which this library is linked; `Bundle.main` is a program of Xcode's
  /// there. On Linux the tests are a program of their own in that folder.
  private static var programFolder: String {
    let bundles = [Bundle(for: Anchor.self)] + Bundle.allBundles
    let bundle = bundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let path = bundle.bundlePath as NSString
    return path.hasSuffix(".xctest") ? path.deletingLastPathComponent : path as String
  }
}
