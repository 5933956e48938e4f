// Owns: starting the client once, as a run would, and greeting it, tapping once and quitting.
// Does not own: what that showed (ClientReading).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving

struct ClientCheck: HealthCheck {
  let subject = "client"

  func limit(for patient: Patient) -> Duration { scenarioLimit(for: patient) * 2 + .seconds(180) }

  private func scenarioLimit(for patient: Patient) -> Duration {
    patient.driver?.firstSendLimit ?? JSONLinesDriver.firstSendLimit
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
    return ClientReading(
      report: report, table: table, jobs: patient.runJobs, driver: patient.driver
    ).findings
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
