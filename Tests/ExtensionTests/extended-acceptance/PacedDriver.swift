import AcceptanceModel
import ClientDriving
import ScenarioLoading

/// `"paced": {"program": …, "retryCapMs": …}` of a scenario file.
struct PacedClient: ClientConfiguration {
  var program: String?
  var retryCap: Duration

  var words: [String] { program.map { [$0] } ?? [] }
  var isLocal: Bool { true }

  func mappingWords(_ change: ([String]) -> [String]) -> PacedClient {
    PacedClient(program: program.flatMap { change([$0]).first }, retryCap: retryCap)
  }

  static let part = ClientPart(key: "paced") { reader in
    let client = reader.optional(
      "paced",
      Form<PacedClient>.object { reader in
        let program = reader.required("program", .argument(1...4096), "the client's program")
        let cap = reader.required(
          "retryCapMs", .milliseconds(1...60_000), "its longest pause between two sends")
        guard let program, let cap else { return nil }
        return PacedClient(program: program, retryCap: cap)
      }, "for the driver paced: a program of lines, and how long it may pause")
    return client ?? PacedClient(program: nil, retryCap: .zero)
  }
}

/// `"driver": "paced"`: a client that speaks lines, and takes its longest pause as an option.
struct PacedDriver: ClientDriver {
  static let name = "paced"
  static let part = PacedClient.part

  private let client: PacedClient
  private var cap: Int { Int(client.retryCap / .milliseconds(1)) }

  init(_ configuration: PacedClient) { client = configuration }

  func launch(_ request: LaunchRequest) async throws(DrivingError) -> any ClientSession {
    let command = [client.program ?? "", "--retry-cap-ms", "\(cap)"]
    return try await JSONLinesDriver(JSONLinesConfiguration(command: command)).launch(request)
  }

  func findings(in surroundings: Surroundings) async -> [HealthFinding] {
    guard case .printed = await surroundings.said(["true"], within: .seconds(10)) else {
      return [.trouble("pace", "no program can be started", fix: "look at PATH")]
    }
    return [
      client.retryCap <= .seconds(5)
        ? .fine("pace", "the longest pause is \(cap) ms")
        : .note("pace", "pauses of \(cap) ms make a run slow", fix: "lower paced.retryCapMs")
    ]
  }
}
