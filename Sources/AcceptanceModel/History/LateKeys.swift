// Owns: whose a send was that nobody could tell when it arrived: known by a key reported later.
// Does not own: what is told as it arrives (FaultServer), or what follows from it (Judge).

extension History {
  /// The same history, in which each send that belonged to no operation is given to the one that
  /// the client reported its key for, as the answer to `submit` or in a list, however late. A
  /// client may send a task before the answer to its `submit` has been written, and what it sends
  /// need not carry the marker: such a send is told by its key only, once that is known.
  ///
  /// Applied to its own result it changes nothing.
  package var withLateKeys: History {
    guard entries.contains(where: { $0.unownedKey != nil }) else { return self }
    let owners = reportedOwners
    var count = LateCount()
    return History(
      terms: terms,
      entries: entries.map { entry in
        guard case .server(.arrived(let facts)) = entry.observation else { return entry }
        return HistoryEntry(
          sequence: entry.sequence, at: entry.at,
          observation: .server(
            .arrived(count.take(facts, owner: entry.unownedKey.flatMap { owners[$0] }))))
      })
  }

  /// The first operation that a key was reported for keeps it.
  private var reportedOwners: [IdempotencyKey: OperationName] {
    var owners: [IdempotencyKey: OperationName] = [:]
    for entry in entries {
      guard case .client(let seen) = entry.observation else { continue }
      for (operation, key) in seen.reportedKeys where owners[key] == nil {
        owners[key] = operation
      }
    }
    return owners
  }
}

extension ClientObservation {
  /// Keys that the client says here to be an operation's.
  package var reportedKeys: [(operation: OperationName, key: IdempotencyKey)] {
    switch self {
    case .acknowledged(let operation, _, _, let key?): [(operation, key)]
    case .listed(_, let reports):
      reports.compactMap { report in
        guard let operation = report.operation, let key = report.key else { return nil }
        return (operation, key)
      }
    default: []
    }
  }
}

extension HistoryEntry {
  /// The key of a send that belongs to no operation.
  fileprivate var unownedKey: IdempotencyKey? {
    guard case .server(.arrived(let facts)) = observation, facts.attribution == .none else {
      return nil
    }
    return facts.key.key
  }
}

/// Numbers an operation's sends anew: each one that is found late comes between the others.
private struct LateCount {
  private var lateCounts: [OperationName: Int] = [:]
  private var latest: [OperationName: Int] = [:]

  mutating func take(_ facts: SendFacts, owner: OperationName?) -> SendFacts {
    if let owner {
      lateCounts[owner, default: 0] += 1
      latest[owner, default: 0] += 1
      return facts.attributed(to: .key(owner), send: latest[owner, default: 1])
    }
    guard let operation = facts.attribution.operation else { return facts }
    let number = facts.sendOfOperation + lateCounts[operation, default: 0]
    latest[operation] = number
    return number == facts.sendOfOperation
      ? facts : facts.attributed(to: facts.attribution, send: number)
  }
}

extension SendFacts {
  fileprivate func attributed(to attribution: Attribution, send number: Int) -> SendFacts {
    SendFacts(
      request: request, connection: connection, attribution: attribution, key: key, body: body,
      sendOfOperation: number, sendOfKey: sendOfKey, hasCredential: hasCredential, shape: shape,
      isSenderUnknown: isSenderUnknown, isCredentialRepeated: isCredentialRepeated)
  }
}
