import AcceptanceModel
import ClientDriving

/// System calls that an old container runtime or another sandbox refuses.
struct SystemCallCheck: HealthCheck {
  let subject = "calls"

  func limit(for context: DoctorContext) -> Duration { .seconds(10) }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    RefusedCall.all().map { call in
      .note(
        subject, "the system refuses \(call.name) (\(call.reason)): \(call.consequence)",
        fix: "a newer container runtime, or a seccomp profile that allows the call")
    }
  }
}
