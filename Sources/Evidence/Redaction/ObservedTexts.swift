// Owns: which texts of an observation came from the scenario file, and which from the client.

import AcceptanceModel

struct ObservedTexts {
  private(set) var ofFile: [String] = []
  private(set) var ofClient: [String] = []
  /// Those of the client's that are keys.
  private(set) var keys: [String] = []

  init(_ observation: Observation) {
    switch observation {
    case .client(let seen): add(seen)
    case .server(let seen): add(seen)
    case .runner(let seen): add(seen)
    }
  }

  private mutating func add(_ seen: ClientObservation) {
    switch seen {
    case .launched(_, let process): ofFile.append(process.text)
    case .submitted(let operation, _, let like):
      ofFile += [operation.text, like?.text].compactMap { $0 }
    case .submitRefused(let operation, _, _), .submitUnanswered(let operation, _),
      .retryAsked(let operation, _), .damaged(let operation, _):
      ofFile.append(operation.text)
    case .acknowledged(let operation, _, let task, let key):
      ofFile.append(operation.text)
      ofClient.append(task.text)
      add(key)
    case .listed(_, let tasks):
      for task in tasks {
        ofClient.append(task.task.text)
        add(task.key)
      }
    case .greeted(_, .ok(let can, _)): ofClient += can.filter { ClientAbility(rawValue: $0) == nil }
    case .greeted(_, .busy), .greeted(_, .refused), .synced, .signalled, .exited, .unanswered,
      .abilityDenied, .contractBroken, .leftBehind, .secretSeen:
      break
    }
  }

  private mutating func add(_ key: IdempotencyKey?) {
    guard let key else { return }
    ofClient.append(key.text)
    keys.append(key.text)
  }

  private mutating func add(_ seen: ServerObservation) {
    guard case .arrived(let send) = seen else { return }
    add(send.key.key)
    ofClient += [send.body.digest, send.body.canonicalDigest].compactMap { $0 }
  }

  private mutating func add(_ seen: RunnerObservation) {
    switch seen {
    case .awaitFailed(_, let awaited, _):
      switch awaited {
      case .send(let operation, _), .handled(let operation, _), .recorded(let operation),
        .state(let operation, _),
        .silence(.some(let operation), _):
        ofFile.append(operation.text)
      case .exit(let process): ofFile.append(process.text)
      case .idle, .settled, .silence(nil, _): break
      }
    case .checkFailed(_, let check):
      switch check {
      case .kept(let operation), .state(let operation, _), .records(.some(let operation), _),
        .sends(.some(let operation), _, _):
        ofFile.append(operation.text)
      case .answer(let operation, _, _, let fields):
        ofFile.append(operation.text)
        ofFile += fields.map(\.name)
      case .records(nil, _), .sends(nil, _, _), .inFlight: break
      }
    case .stepBegan, .stepsEnded: break
    }
  }
}

/// Abilities that the contract knows; others are shown as tokens.
package enum ClientAbility: String, Sendable, CaseIterable {
  case submit, tasks, sync, token, clock, damage, retry
}

/// Commands that the contract knows, of both kinds of driver.
package enum ContractVerb: String, Sendable, CaseIterable {
  case hello, submit, tasks, sync, damage, retry, reset, launch, terminate, kill, diagnostics, quit
}
