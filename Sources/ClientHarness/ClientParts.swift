// Owns: what a client of the contract is made of, as values that another client can exchange.
// Does not own: serving commands with them (Session).

import ClientContract
import OfflineQueue
import OfflineQueueCURL
import OfflineQueueSQLite

import enum AcceptanceModel.Ability
import enum AcceptanceModel.ContractVerb
import struct AcceptanceModel.DeclaredLimits

/// A client before its start. `standard` is the right one; whoever wants another changes a part.
package struct ClientParts: Sendable {
  /// Answers one command of the contract.
  package typealias Performing =
    @Sendable (ContractCommand.Verb) async throws -> ContractReply.Payload

  /// As the greeting has it, e.g. `queue-client/1.0`.
  package var name: String
  /// The greeting's `can`.
  package var abilities: [Ability] = [.submit, .tasks, .sync, .damage, .retry, .token, .clock]
  /// The settings that the queue uses.
  package var limits: QueueLimits
  /// What the client promises.
  package var greetedLimits: DeclaredLimits
  package var store: any WriteStore
  /// Makes one stored record unreadable; false where there is no such task.
  package var damage: @Sendable (TaskID) throws -> Bool
  package var sender: any WriteSender
  package var rules: AnswerRules
  package var sources: QueueSources
  /// Called once, before the queue's start.
  package var launching: @Sendable () throws -> Void = {}
  /// Called once at an orderly quit, before the queue is stopped.
  package var quitting: @Sendable (OfflineQueue) async -> Void = { _ in }
  /// Called once after the queue's stop.
  package var closing: @Sendable () -> Void
  /// Stands before the queue: may change a command or its answer. `nil` leaves it unanswered.
  package var serving:
    @Sendable (ContractCommand.Verb, Performing) async throws -> ContractReply.Payload? = {
      verb, perform in try await perform(verb)
    }
  /// Where set, `hello` is answered with this error, and the client ends with status 0.
  package var refusal: String?
}

extension ClientParts {
  /// Whether the client declares that it takes the command.
  func can(_ verb: ContractVerb) -> Bool { abilities.contains { $0.rawValue == verb.rawValue } }

  /// The write queue as it should be: on SQLite in the home, sending by libcurl.
  ///
  /// - Throws: Where an option or a variable does not fit; the store is not opened yet.
  package static func standard(
    name: String, options: ClientOptions, environment: ClientEnvironment
  ) throws -> ClientParts {
    let token = environment.token
    let store = SQLiteWriteStore(path: environment.home + "/queue.sqlite3")
    return ClientParts(
      name: name, limits: try options.limits, greetedLimits: options.greetedLimits, store: store,
      damage: { try store.damageRecord(of: $0) },
      sender: try CURLWriteSender(
        endpoint: environment.endpoint,
        options: .init(keyHeader: options.keyHeader, bearerToken: { token })),
      rules: options.rules,
      sources: QueueSources(clock: SystemQueueClock(wallOffset: environment.clockOffset)),
      closing: { store.close() })
  }
}
