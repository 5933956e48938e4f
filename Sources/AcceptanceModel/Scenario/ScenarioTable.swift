// Owns: a whole scenario file as values. Does not own: reading it (ScenarioLoading).

package struct ScenarioTable: Sendable {
  /// The file's name without its folder, for reports.
  package var name: String
  package var client: ClientSpec
  package var server: ServerSpec
  package var answers: AnswerContract
  package var redaction: RedactionSpec
  package var knownFailures: [KnownFailure]
  package var scenarios: [Scenario]

  package init(
    name: String, client: ClientSpec, server: ServerSpec = ServerSpec(),
    answers: AnswerContract = AnswerContract(), redaction: RedactionSpec = RedactionSpec(),
    knownFailures: [KnownFailure] = [], scenarios: [Scenario] = []
  ) {
    self.name = name
    self.client = client
    self.server = server
    self.answers = answers
    self.redaction = redaction
    self.knownFailures = knownFailures
    self.scenarios = scenarios
  }
}

/// How to start the client under test, and what it promises.
package struct ClientSpec: Sendable {
  /// A name in the catalogue of drivers.
  package var driver: String
  /// Of the type that this driver has.
  package var configuration: any ClientConfiguration
  package var environment: [String: String]
  /// Overrides of what the client declares; `nil` leaves its declaration.
  package var limits: DeclaredLimits
  /// Exit statuses of an orderly quit that are no crash.
  package var okExit: Set<Int32>

  package init(
    driver: String, configuration: any ClientConfiguration, environment: [String: String] = [:],
    limits: DeclaredLimits = DeclaredLimits(), okExit: Set<Int32> = [0]
  ) {
    self.driver = driver
    self.configuration = configuration
    self.environment = environment
    self.limits = limits
    self.okExit = okExit
  }
}

package struct KnownFailure: Sendable, Hashable {
  package let scenario: ScenarioID
  package let code: FindingCode
  package let reason: String

  package init(scenario: ScenarioID, code: FindingCode, reason: String) {
    self.scenario = scenario
    self.code = code
    self.reason = reason
  }
}

/// What reports may show in clear. Everything that is not named here is a token or a bucket.
package struct RedactionSpec: Sendable, Hashable {
  package enum KeyShape: String, Sendable, Hashable, CaseIterable {
    case uuid
    case ulid
  }

  /// Top-level fields of the server's answers that are shown in clear.
  package var publicFields: [String]
  /// Shapes in which an idempotency key is shown in clear; empty: never.
  package var safeKeyShapes: Set<KeyShape>
  /// Body fields into which the runner plants a canary, to prove that none reaches a report.
  package var sensitiveFields: [String]

  package init(
    publicFields: [String] = [], safeKeyShapes: Set<KeyShape> = [], sensitiveFields: [String] = []
  ) {
    self.publicFields = publicFields
    self.safeKeyShapes = safeKeyShapes
    self.sensitiveFields = sensitiveFields
  }
}
