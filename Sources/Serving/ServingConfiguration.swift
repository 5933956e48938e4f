// Owns: what a server that is worked by hand is started with.

import AcceptanceModel
import FaultServer

package struct ServingConfiguration: Sendable {
  package var spec: ServerSpec
  /// Faults of a scenario, with their selectors.
  package var faults: [PlannedFault]
  /// The scenario's operations in the order in which the user taps: each gets the next new key.
  package var operations: [OperationName]
  package var redaction: RedactionSpec
  package var records: RecordsPlace
  /// 0: any free port.
  package var port: Int
  /// 0: any free port.
  package var pagePort: Int

  package init(
    spec: ServerSpec, faults: [PlannedFault] = [], operations: [OperationName] = [],
    redaction: RedactionSpec = RedactionSpec(safeKeyShapes: [.uuid, .ulid]),
    records: RecordsPlace = .memory, port: Int = 0, pagePort: Int = 0
  ) {
    self.spec = spec
    self.operations = operations
    self.redaction = redaction
    self.records = records
    self.port = port
    self.pagePort = pagePort
    // A person's sends carry no marker, so "each operation" can only mean each key.
    self.faults = faults.map { fault in
      guard case .operation(nil, let sends) = fault.selector else { return fault }
      return PlannedFault(
        kind: fault.kind, selector: .key(sends: sends), point: fault.point, action: fault.action)
    }
  }
}

/// Random texts that live as long as the session and are drawn by its caller.
package struct ServingSecrets: Sendable {
  /// 32 random bytes, for the tokens that replace keys and bodies.
  package let runKey: [UInt8]
  /// Allows changes by page and API: 32 hex digits.
  package let token: String

  package init(runKey: [UInt8], token: String) {
    precondition(token.utf8.count >= 16, "a token of \(token.utf8.count) bytes can be guessed")
    self.runKey = runKey
    self.token = token
  }
}
