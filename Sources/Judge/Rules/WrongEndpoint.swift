// Owns: `wrong-endpoint`.

import AcceptanceModel

/// Probes (GET, HEAD, OPTIONS) are never counted: a client may look, poll, or follow a 303. A
/// request elsewhere after a 307 or 308 may have followed it; one after a 202 may poll.
package enum WrongEndpoint: Rule {
  package static let code = FindingCode("wrong-endpoint")
  package static let summary =
    "Nothing reached the test endpoint, or a request went to another path, method or host."
  package static let likelyCause =
    "ACCEPTANCE_ENDPOINT is not read, or a path is appended to it."
  package static let certainty = Certainty.unlessLate

  package static func findings(in reading: Reading) -> [Finding] {
    (stray(in: reading) ?? nothing(in: reading)).map { [$0] } ?? []
  }

  private static func stray(in reading: Reading) -> Finding? {
    let strays = reading.strays.filter { stray in
      switch stray.kind {
      case .probe, .malformed: false
      case .otherPath, .otherHost, .otherMethod: !mayFollow(stray, in: reading)
      }
    }
    guard let first = strays.first else { return nil }
    let what =
      switch first.kind {
      case .otherPath: "to another path than the endpoint's"
      case .otherMethod: "to the endpoint with another method than the scenario's"
      case .otherHost: "with another host in it than the endpoint's"
      case .probe, .malformed: "elsewhere"
      }
    return finding(
      nil,
      "\(Wording.count(strays.count, "request")) did not go where ACCEPTANCE_ENDPOINT says:"
        + " the first went \(what)",
      proof: strays.map(\.moment))
  }

  private static func mayFollow(_ stray: Reading.Stray, in reading: Reading) -> Bool {
    reading.sends.contains { send in
      guard send.hasOutcome(before: stray.moment), let answer = send.fullAnswer else {
        return false
      }
      return send.duty == .follow || answer.status == 202
    }
  }

  private static func nothing(in reading: Reading) -> Finding? {
    let stuck = reading.standstills.filter { standstill in
      if case .nothingArrived = standstill.kind { return true }
      return false
    }
    if let first = stuck.first {
      return finding(
        nil,
        "nothing reached the test endpoint, not even a connection, though the client had taken"
          + " \(Wording.operations(stuck.map(\.operation.name))): does it read ACCEPTANCE_ENDPOINT?",
        proof: [first.operation.acknowledgement, first.wait.moment].compactMap(\.self))
    }
    let garbage = reading.strays.filter { $0.kind == .malformed }
    guard reading.sends.isEmpty, reading.unattributed.isEmpty, let first = garbage.first,
      let wait = reading.failedWaits.first
    else { return nil }
    return finding(
      nil,
      "what reached the test endpoint was no HTTP/1.1 (\(Wording.count(garbage.count, "connection"))):"
        + " does the client speak TLS or HTTP/2 to it?",
      proof: [first.moment, wait.moment])
  }
}
