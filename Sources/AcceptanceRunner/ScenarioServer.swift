// Owns: what a scenario's fault server is started with.

import AcceptanceModel
import ClientDriving
import FaultServer

extension FaultServerConfiguration {
  /// - Parameter senders: `nil` where the senders of requests cannot be found.
  init(scenario: Scenario, spec: ServerSpec, senders: SenderIdentification?) {
    self.init(
      spec: spec, faults: scenario.faults, records: spec.store.map { .file($0) } ?? .memory)
    if let senders { identifySender = { senders.sender(of: $0) } }
    // More than a client without any pause opens within a minute.
    observedConnectionLimit = 20_000
  }
}
