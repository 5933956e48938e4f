// Owns: starting the client once, as a run would, and greeting it, tapping once and quitting.
// Does not own: what that showed (ClientReading).

import AcceptanceModel
import AcceptanceRunner

struct ClientCheck: HealthCheck {
  let subject = "client"

  /// A healthy client sends at once. What a table's own limits would allow, minutes for a client
  /// that promises nothing, is not waited for.
  private static let sendLimit = Duration.seconds(30)
  /// A simulator boots first, in up to 13 minutes.
  private static let deviceLimit = Duration.seconds(900)

  func limit(for patient: Patient) -> Duration { scenarioLimit(for: patient) * 2 + .seconds(180) }

  private func scenarioLimit(for patient: Patient) -> Duration {
    patient.table?.client.app == nil ? Self.sendLimit : Self.deviceLimit
  }

  func findings(for patient: Patient) async -> [HealthFinding] {
    guard let table = patient.table else {
      return [
        .note(
          subject, "no scenario file was given, so no client was started",
          fix: "acceptance doctor scenarios.json; acceptance init makes one")
      ]
    }
    switch await ClientStart(table: table, settings: patient.settings).run() {
    case .greeted: break
    case .interrupted: return []
    // The machine's own trouble is told by its own check.
    case .failed(.noPort), .failed(.portUnreachable): return []
    case .failed(let failure):
      return [
        HealthFinding(
          subject: failure.subject,
          outcome: .trouble(fix: failure.remedy(patient.origin)),
          sentence: failure.cause(patient.origin).text, stderrTail: failure.stderrTail)
      ]
    }
    var settings = patient.settings
    settings.scenarioLimit = scenarioLimit(for: patient)
    let report = await TableRun(table: table, settings: settings).run(Self.visit, ordinal: 1)
    return ClientReading(report: report, table: table, jobs: patient.runJobs).findings
  }

  private static var visit: Scenario {
    let (app, tap) = (ProcessName("app"), OperationName("A"))
    return Scenario(
      id: ScenarioID("doctor"), title: "launch, one tap, quit",
      steps: [
        .launch(app, LaunchOptions()), .submit(tap, body: nil, count: 1, in: app),
        .await(.send(tap, number: 1)), .quit(app),
      ])
  }
}
