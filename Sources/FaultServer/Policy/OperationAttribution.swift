// Owns: which operation a send belongs to: by marker, by key.

import AcceptanceModel

struct OperationAttribution: Sendable {
  private struct Planted: Sendable {
    let bytes: [UInt8]
    /// More than one where the user tapped twice with equal content.
    var operations: [OperationName]
  }

  private var planted: [Planted] = []
  private var owners = KeyOwners()
  private var keyedOperations: Set<OperationName> = []
  /// Operations whose content is not known: the first of them gets the next unknown key.
  private var expected: [OperationName] = []
  /// Keys that are taken for an operation's until the client has said whose they are.
  private var presumed: [IdempotencyKey: OperationName] = [:]

  mutating func register(_ operation: OperationName, marker: Marker) {
    let bytes = Array(marker.text.utf8)
    if let index = planted.firstIndex(where: { $0.bytes == bytes }) {
      if !planted[index].operations.contains(operation) {
        planted[index].operations.append(operation)
      }
    } else {
      planted.append(Planted(bytes: bytes, operations: [operation]))
    }
  }

  /// The first operation that a key was seen with keeps it.
  mutating func register(_ operation: OperationName, key: IdempotencyKey) {
    owners.claim(key, for: operation)
    keyedOperations.insert(operation)
  }

  mutating func expect(_ operations: [OperationName]) { expected += operations }

  func operation(of key: IdempotencyKey?) -> OperationName? { owners[key] }

  /// Which operation a request belongs to whose body has not been read yet: by its key, else the
  /// first that was registered and never seen.
  func guess(_ key: IdempotencyKey?) -> OperationName? {
    operation(of: key)
      ?? planted.lazy.flatMap(\.operations).first { !keyedOperations.contains($0) }
      ?? expected.first
  }

  /// Whose faults match a send that carries no marker and an unknown key: a client may send
  /// before it has reported the key. Each such key gets the next operation that was registered and
  /// never seen; whose it really is is reported later, and a stray send still belongs to no
  /// operation.
  mutating func presume(_ key: IdempotencyKey?) -> OperationName? {
    guard let key, !planted.isEmpty else { return nil }
    if let known = presumed[key] { return known }
    let taken = keyedOperations.union(presumed.values)
    let next = planted.lazy.flatMap(\.operations).first { !taken.contains($0) }
    if let next { presumed[key] = next }
    return next
  }

  mutating func attribute(_ body: BodyReading, key: IdempotencyKey?) -> Attribution {
    guard let found = planted.first(where: { body.holds($0.bytes) }) else {
      if let key, operation(of: key) == nil, !expected.isEmpty {
        register(expected.removeFirst(), key: key)
      }
      return operation(of: key).map { .key($0) } ?? .none
    }
    let operation = choose(among: found.operations, key: key)
    if let key { register(operation, key: key) }
    return .marker(operation)
  }

  private func choose(among operations: [OperationName], key: IdempotencyKey?) -> OperationName {
    if let known = operation(of: key), operations.contains(known) { return known }
    return operations.first { !keyedOperations.contains($0) } ?? operations[operations.count - 1]
  }
}
