// Owns: one scenario as a test case: running it, and what came of it in words.

import AcceptanceModel

/// One scenario of a table. Its `id` names the test case.
public struct AcceptanceScenario: Sendable, Identifiable, CustomStringConvertible {
  /// What came of a run.
  public enum Outcome: Sendable, Hashable {
    case passed
    /// The client broke rules, at least one.
    case failed([AcceptanceFinding])
    /// The client does not declare an ability that the scenario needs.
    case skipped(reason: String)
    /// Inconclusive: the client did not start, or a fault never triggered.
    case undecided(reason: String)
  }

  private enum Content: Sendable {
    case scenario(Scenario, SharedRunContext)
    case noTable(AcceptanceTableError)
  }

  public let id: String
  public let title: String
  /// Empty where the file names no group.
  public let group: String
  /// Why it matters; empty where the file does not say.
  public let why: String
  private let content: Content

  init(_ scenario: Scenario, context: SharedRunContext) {
    id = scenario.id.text
    title = scenario.title
    group = scenario.group
    why = scenario.why
    content = .scenario(scenario, context)
  }

  init(_ error: AcceptanceTableError) {
    id = "scenario-file"
    title = "the scenario file can be used"
    group = ""
    why = ""
    content = .noTable(error)
  }

  public var description: String { id }

  /// Runs it. May be called again, also at the same time.
  ///
  /// A cancelled task ends the client and is `.undecided`.
  public func run() async -> Outcome {
    switch content {
    case .noTable(let error): return .undecided(reason: "\(error)")
    case .scenario(let scenario, let context):
      switch await context.run(scenario) {
      // What the table expects to fail, and fails just so, is no news.
      case .passed, .knownFailure: return .passed
      // Attempts that disagree are a failure here too.
      case .failed(let findings), .flaky(let findings):
        return .failed(findings.map(AcceptanceFinding.init))
      case .skipped(let reason): return .skipped(reason: reason.text)
      case .error(let error): return .undecided(reason: "\(error)")
      case .notFinished: return .undecided(reason: "the scenario was not run")
      }
    }
  }

  /// Runs it and throws unless it passed or was skipped.
  ///
  /// - Parameter requiringAll: Whether a scenario that the client lacks an ability for is a failure.
  /// - Throws: `AcceptanceFailure`, whose description a test library shows.
  /// - Returns: Why it was skipped; `nil` where it passed.
  @discardableResult
  public func verify(requiringAll: Bool = false) async throws(AcceptanceFailure) -> String? {
    switch await run() {
    case .passed: return nil
    case .skipped(let reason) where !requiringAll: return reason
    case .failed(let findings): throw .failed(scenario: id, findings)
    case .skipped(let reason), .undecided(let reason):
      throw .undecided(scenario: id, reason: reason)
    }
  }
}

/// One thing that the client did wrong.
public struct AcceptanceFinding: Sendable, Hashable, CustomStringConvertible {
  /// A stable code, e.g. `key-changed`; `acceptance rules` prints them all.
  public let code: String
  /// The operation it is about, as the table names it; `nil` where it is about none in particular.
  public let operation: String?
  /// What happened and the likely cause, in the table's words: never a key, a body or a client's
  /// text.
  public let sentence: String

  init(_ finding: Finding) {
    code = finding.code.text
    operation = finding.operation?.text
    sentence = finding.sentence.text
  }

  public var description: String { "\(code): \(sentence)" }
}

public enum AcceptanceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The client's fault. Never without a finding.
  case failed(scenario: String, [AcceptanceFinding])
  /// The result is inconclusive, or a required ability is missing.
  case undecided(scenario: String, reason: String)

  public var description: String {
    switch self {
    case .failed(let scenario, let findings):
      ([scenario] + findings.map { "  \($0)" }).joined(separator: "\n")
    case .undecided(let scenario, let reason): "\(scenario): \(reason)"
    }
  }
}
