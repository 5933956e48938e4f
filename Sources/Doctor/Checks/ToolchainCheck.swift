// Owns: whether there is a Swift to build with.

import ClientDriving

struct ToolchainCheck: HealthCheck {
  let subject = "toolchain"

  func limit(for context: DoctorContext) -> Duration { .seconds(40) }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    switch await Surroundings(context).said(["swift", "--version"], within: .seconds(30)) {
    case .printed(let text):
      let line = text.split(whereSeparator: \.isNewline).first { $0.contains("Swift version") }
      return [.fine(subject, line.map(String.init) ?? "there is a Swift")]
    case .missing:
      return [
        .note(
          subject, "there is no swift on PATH",
          fix: "only to build acceptance, OfflineQueue or a client in Swift: install Swift 6.3")
      ]
    case .failed(let sentence), .overdue(let sentence):
      return [
        .note(subject, sentence, fix: "only to build: make `swift --version` answer")
      ]
    }
  }
}
