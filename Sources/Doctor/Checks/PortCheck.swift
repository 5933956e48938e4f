// Owns: whether the fault server can be reached on loopback.

import AcceptanceRunner
import ClientDriving

struct PortCheck: HealthCheck {
  let subject = "ports"

  func limit(for context: DoctorContext) -> Duration { .seconds(15) }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    let failure: StartFailure
    switch Loopback.state() {
    case .usable: return [.fine(subject, "ports can be opened and reached on 127.0.0.1")]
    case .closed(let reason): failure = .noPort(reason)
    case .unreachable: failure = .portUnreachable
    }
    return [
      .trouble(
        subject, failure.cause(context.origin).text, fix: failure.remedy(context.origin))
    ]
  }
}
