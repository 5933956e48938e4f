// Owns: a scenario file as values that a team's own tests run, one test case per scenario.
// Does not own: running one (AcceptanceScenario) or any test library: nothing is imported that
// ships with tests only.

import AcceptanceModel
import AcceptanceRunner
import ClientDriving
import Foundation
import Judge
import ScenarioLoading

/// A scenario file, for `swift test`:
///
/// ```swift
/// import AcceptanceTesting
/// import Testing
///
/// @Test(arguments: AcceptanceTable.scenarios(at: "scenarios.json", beside: #filePath))
/// func records(_ scenario: AcceptanceScenario) async throws {
///   try await scenario.verify()
/// }
/// ```
///
/// It runs what `acceptance scenarios.json` runs and judges it the same; it writes no report and no
/// evidence. Client processes end with their scenario. Where the test process itself is killed,
/// they keep running: ending them takes the command.
public struct AcceptanceTable: Sendable {
  public struct Options: Sendable {
    /// The client to run instead of the file's: a program and its arguments; `nil`: the file's.
    public var client: [String]?
    /// What `{bin}` is replaced by; `nil`: the folder of the built test bundle, where SwiftPM puts
    /// the package's executables too.
    public var programs: String?
    /// Scenarios at the same time, at least 1, however many test cases run in parallel. They mostly
    /// wait: 8 keep two processors a quarter busy.
    public var jobs: Int
    /// The longest a scenario may take.
    public var scenarioLimit: Duration
    /// The seed of markers and canaries.
    public var seed: UInt64

    public init(
      client: [String]? = nil, programs: String? = nil, jobs: Int = 8,
      scenarioLimit: Duration = .seconds(300), seed: UInt64 = 1
    ) {
      self.client = client
      self.programs = programs
      self.jobs = jobs
      self.scenarioLimit = scenarioLimit
      self.seed = seed
    }
  }

  /// In the file's order.
  public let scenarios: [AcceptanceScenario]

  /// - Parameter path: The scenario file; a relative path leads from the current folder, which is
  ///   the package's in `swift test`.
  /// - Throws: `AcceptanceTableError` where it cannot be read or is wrong, with every problem.
  public init(
    contentsOf path: String, options: Options = Options()
  ) throws(AcceptanceTableError) {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable }
    var table: ScenarioTable
    do throws(ScenarioFileError) {
      table = try ScenarioLoader.load(
        Array(data), fileName: (path as NSString).lastPathComponent,
        knownCodes: RuleCatalog.codes, drivers: DriverCatalog.standard.forms)
    } catch {
      throw .wrong(problems: error.problems.map(\.description))
    }
    ClientPaths.resolve(
      &table.client, in: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    if let client = options.client {
      let here = FileManager.default.currentDirectoryPath
      ClientPaths.exchange(&table.client, for: ClientPaths.resolve(client, in: here))
    }
    let context = try SharedRunContext(table, options: options)
    scenarios = table.scenarios.map { AcceptanceScenario($0, context: context) }
  }

  /// The scenarios, for `@Test(arguments:)`, which is no place for an error: a file that is wrong
  /// is one scenario that says so when it is verified.
  ///
  /// - Parameter file: A relative path leads from this file's folder.
  public static func scenarios(
    at path: String, beside file: String = #filePath, options: Options = Options()
  ) -> [AcceptanceScenario] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    do throws(AcceptanceTableError) {
      return try AcceptanceTable(contentsOf: url.standardizedFileURL.path, options: options)
        .scenarios
    } catch {
      return [AcceptanceScenario(error)]
    }
  }
}

/// A scenario file that cannot be used.
public enum AcceptanceTableError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such file, or it may not be read.
  case unreadable
  /// Everything that is wrong, in the order of the file: `scenarios.json:3:24: …`. Never empty.
  case wrong(problems: [String])
  /// The system's temporary folder cannot be written to.
  case noTemporaryFolder

  public var description: String {
    switch self {
    case .unreadable: "the scenario file cannot be read; a path to one is wanted"
    case .wrong(let problems): problems.joined(separator: "\n")
    case .noTemporaryFolder:
      "no folder can be made in the temporary folder; set TMPDIR to one that can be written to"
    }
  }
}
