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
  /// A name in `DriverCatalog`.
  package var driver: String
  /// An argv array with the placeholders `{bin} {endpoint} {port} {home}`; never a shell string.
  package var command: [String]
  package var environment: [String: String]
  /// Overrides of what the client declares; `nil` leaves its declaration.
  package var limits: DeclaredLimits
  /// Exit statuses of an orderly quit that are no crash.
  package var okExit: Set<Int32>
  /// The programs of a one-shot client, by `CommandVerb.Name`; empty for a client that speaks lines.
  package var verbs: [String: CommandVerb]
  /// What the verbs of a one-shot client heed of their environment, which they cannot say
  /// themselves: `token`, `clock`.
  package var can: [String]
  /// `nil`: the client is a program of this machine.
  package var app: DevicedApp?

  package init(
    driver: String = "jsonl", command: [String], environment: [String: String] = [:],
    limits: DeclaredLimits = DeclaredLimits(), okExit: Set<Int32> = [0],
    verbs: [String: CommandVerb] = [:], can: [String] = [], app: DevicedApp? = nil
  ) {
    self.driver = driver
    self.command = command
    self.environment = environment
    self.limits = limits
    self.okExit = okExit
    self.verbs = verbs
    self.can = can
    self.app = app
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

/// What may stand in reports in clear. Everything that is not named here is a token or a bucket.
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
