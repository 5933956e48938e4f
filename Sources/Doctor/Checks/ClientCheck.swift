// Owns: starting the client once, as a run would, and greeting it, tapping once and quitting.
// Does not own: what that showed (ClientReading).

import AcceptanceModel
import AcceptanceRunner
import ClientDriving

struct ClientCheck: HealthCheck {
  let subject = "client"

  func limit(for context: DoctorContext) -> Duration {
    scenarioLimit(for: context) * 2 + .seconds(180)
  }

  private func scenarioLimit(for context: DoctorContext) -> Duration {
    context.driver?.firstSendLimit ?? JSONLinesDriver.firstSendLimit
  }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    guard let table = context.table else {
      return [
        .note(
          subject, "no scenario file was given, so no client was started",
          fix: "acceptance doctor scenarios.json; acceptance init makes one")
      ]
    }
    switch await ClientStart(table: table, settings: context.settings).run() {
    case .greeted: break
    case .interrupted: return []
    // Problems of the machine are reported by their own check.
    case .failed(.noPort), .failed(.portUnreachable): return []
    case .failed(let failure):
      return [
        HealthFinding(
          subject: failure.subject,
          outcome: .trouble(fix: failure.remedy(context.origin)),
          sentence: failure.cause(context.origin).text, stderrTail: failure.stderrTail)
      ]
    }
    var settings = context.settings
    settings.scenarioLimit = scenarioLimit(for: context)
    let report = await TableRun(table: table, settings: settings).run(Self.visit, ordinal: 1)
    return ClientReading(
      report: report, table: table, jobs: context.runJobs, driver: context.driver
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
