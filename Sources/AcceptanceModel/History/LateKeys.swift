/// Whose each key is: the first operation that a key is claimed for keeps it.
package struct KeyOwners: Sendable {
  private var owners: [IdempotencyKey: OperationName] = [:]

  package init() {}

  package subscript(_ key: IdempotencyKey?) -> OperationName? { key.flatMap { owners[$0] } }

  package mutating func claim(_ key: IdempotencyKey, for operation: OperationName) {
    if owners[key] == nil { owners[key] = operation }
  }
}

/// Sends that belong to no operation as they arrive, until the client reports whose their key is: as
/// the answer to `submit` or in a list, however late. A client may send a task before the answer to
/// its `submit` has been written, and what it sends need not carry the marker: such a send is known by
/// its key only.
package struct LateKeys: Sendable {
  private var owners = KeyOwners()
  private var unowned: [IdempotencyKey: [RequestNumber]] = [:]

  package init() {}

  /// - Returns: Whose the send is, as far as is known; one that is not is remembered by its key.
  package mutating func arrived(_ send: SendFacts) -> OperationName? {
    if let operation = send.attribution.operation { return operation }
    guard let key = send.key.key else { return nil }
    if let owner = owners[key] { return owner }
    unowned[key, default: []].append(send.request)
    return nil
  }

  /// The client reports the key as the operation's; the first report of a key counts.
  ///
  /// - Returns: The sends that arrived under it before and are the operation's, in their order.
  package mutating func reported(
    _ key: IdempotencyKey, for operation: OperationName
  ) -> [RequestNumber] {
    owners.claim(key, for: operation)
    guard owners[key] == operation else { return [] }
    return unowned.removeValue(forKey: key) ?? []
  }
}

extension History {
  /// The same history, in which each send that belonged to no operation is given to the one that
  /// the client reported its key for.
  ///
  /// Applied to its own result it changes nothing.
  package var withLateKeys: History {
    let owners = lateOwners
    guard !owners.isEmpty else { return self }
    var numbering = LateNumbering()
    return History(
      terms: terms,
      entries: entries.map { entry in
        guard case .server(.arrived(let facts)) = entry.observation else { return entry }
        return HistoryEntry(
          sequence: entry.sequence, at: entry.at,
          observation: .server(.arrived(numbering.number(facts, owner: owners[facts.request]))))
      })
  }

  /// Of the sends that belonged to no operation when they arrived.
  private var lateOwners: [RequestNumber: OperationName] {
    var late = LateKeys()
    var owners: [RequestNumber: OperationName] = [:]
    for entry in entries {
      switch entry.observation {
      case .server(.arrived(let facts)):
        if let owner = late.arrived(facts), facts.attribution == .none {
          owners[facts.request] = owner
        }
      case .client(let seen):
        for (operation, key) in seen.reportedKeys {
          for request in late.reported(key, for: operation) { owners[request] = operation }
        }
      case .server, .runner: break
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

/// Renumbers an operation's sends: each one that is found late is inserted between the others.
private struct LateNumbering {
  private var lateCounts: [OperationName: Int] = [:]
  private var latest: [OperationName: Int] = [:]

  mutating func number(_ facts: SendFacts, owner: OperationName?) -> SendFacts {
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
