// Owns: how the server under the scenarios answers, as axes; presets are values of them.

import StrictJSON

/// The server's idempotency contract. A preset (`ServerProfile`) fills it in; a scenario file may
/// change single axes.
package struct ServerSpec: Sendable, Hashable {
  package enum KeyPlace: Sendable, Hashable {
    /// A header, compared without case.
    case header(String)
    /// A top-level field of a JSON body.
    case field(String)
    /// The server knows no keys: every send is a record.
    case none
  }

  package enum BodyKind: String, Sendable, Hashable, CaseIterable {
    case json
    case form
    case bytes
  }

  /// What the first send of a key is answered, when it was recorded.
  package enum FirstAnswer: Sendable, Hashable {
    case success
    /// Recorded, and answered with this status all the same: the lost answer, built in.
    case lost(status: Int)
  }

  /// What a replay of a recorded key is answered.
  package enum Replay: String, Sendable, Hashable, CaseIterable {
    /// What the first send was answered, byte for byte.
    case stored
    /// Made anew from the record: `attempts` counts on.
    case fresh
  }

  package var profile: String
  package var method: String
  package var path: String
  package var key: KeyPlace
  package var body: BodyKind
  package var firstAnswer: FirstAnswer
  package var replay: Replay
  /// The status of a first success, 200 ..< 300.
  package var successStatus: Int
  /// The status of a send whose key is recorded with another body.
  package var conflictStatus: Int
  /// The status of a send without a key.
  package var missingKeyStatus: Int
  /// The status of a request to the right path by another method.
  package var otherMethodStatus: Int
  /// Whether success answers carry the key: lets a client see an answer of another operation.
  package var answersCarryKey: Bool
  /// Whether a connection stays open after an answer.
  package var keepAlive: Bool

  /// The profile `standard`.
  package init(
    profile: String = "standard", method: String = "POST", path: String = "/items",
    key: KeyPlace = .header("Idempotency-Key"), body: BodyKind = .json,
    firstAnswer: FirstAnswer = .success, replay: Replay = .fresh, successStatus: Int = 200,
    conflictStatus: Int = 409, missingKeyStatus: Int = 400, otherMethodStatus: Int = 405,
    answersCarryKey: Bool = true, keepAlive: Bool = false
  ) {
    self.profile = profile
    self.method = method
    self.path = path
    self.key = key
    self.body = body
    self.firstAnswer = firstAnswer
    self.replay = replay
    self.successStatus = successStatus
    self.conflictStatus = conflictStatus
    self.missingKeyStatus = missingKeyStatus
    self.otherMethodStatus = otherMethodStatus
    self.answersCarryKey = answersCarryKey
    self.keepAlive = keepAlive
  }
}
