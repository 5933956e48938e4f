// Owns: how the server under the scenarios answers, as axes; presets are values of them.

import StrictJSON

/// The server's idempotency contract. A preset (`ServerProfile`) fills it in; a scenario file may
/// change single axes.
package struct ServerSpec: Sendable, Hashable {
  package enum KeyPlace: Sendable, Hashable {
    /// A header, compared without case.
    case header(String)
    /// A top-level field of a JSON body, or a field of a form.
    case field(String)
    /// The server knows no keys: every send is a record.
    case none
  }

  package enum BodyKind: String, Sendable, Hashable, CaseIterable {
    case json
    /// URL-encoded.
    case form
    case multipart
    case bytes
    /// A JSON array of objects, each an operation of its own with its own key.
    case batch
  }

  /// How a key in a header must be spelt; another spelling is refused with `missingKeyStatus`.
  package enum KeySpellings: String, Sendable, Hashable, CaseIterable {
    case any
    /// A structured-field string (RFC 8941), in double quotes, as the IETF draft writes it.
    case quoted
    case bare
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
    /// Recreated from the record: `attempts` keeps counting.
    case fresh
    /// The record as it is now, answered 200 whatever the first send was answered.
    case current
    /// `conflictStatus`, with the record's id.
    case refusedWithID
  }

  /// What becomes of a send while another one of its key is being processed.
  package enum InProgress: Sendable, Hashable {
    /// It is processed at once; the record is made once all the same.
    case process
    /// It waits until the other one has ended.
    case hold
    case refuse(status: Int)
  }

  /// Which answers a replay repeats, with `Replay.stored`.
  package enum StoredAnswers: String, Sendable, Hashable, CaseIterable {
    case successes
    /// Also what the application refused or failed with (4xx, 500); never a gateway's 502, 503, 504.
    case all
  }

  /// What a second send is compared by.
  package enum Fingerprint: String, Sendable, Hashable, CaseIterable {
    /// The meaning of JSON, the parts of a multipart body, the bytes of any other.
    case content
    case bytes
    /// Method and target too.
    case methodPathAndContent
    /// Nothing: a known key is a replay, whatever comes with it.
    case none
  }

  package var profile: String
  package var method: String
  /// A segment in braces, as in `/users/{id}/items`, matches any segment.
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
  /// Whether a send without a key is refused; otherwise it is recorded, each time it comes.
  package var requiresKey = true
  /// Characters of a key, 1 ... 255; a longer one is refused with `missingKeyStatus`.
  package var keyLengthLimit = 255
  package var keySpelling = KeySpellings.any
  package var inProgress = InProgress.process
  /// The status of a replay; `nil`: the first success's.
  package var replayStatus: Int?
  /// Headers of a replay; `{key}` is replaced by the key.
  package var replayHeaders: [String: String] = [:]
  package var storedAnswers = StoredAnswers.successes
  package var fingerprint = Fingerprint.content
  /// How long a key is known, by the server's clock; `nil`: forever.
  package var retention: Duration?
  /// Whether a query after the path is passed over.
  package var ignoresQuery = false
  package var templates = AnswerTemplates()
  package var auxiliaries: [AuxiliaryRoute] = []
  /// The SQLite file that keeps the records over runs; `nil`: in memory, gone with the server.
  package var store: String?

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

/// How answers look, where they are not the server's own JSON.
package struct AnswerTemplates: Sendable, Hashable {
  /// The body of a success. `{id}`, `{attempts}`, `{record_count}` and `{key}` are filled in as they
  /// stand, so a text needs its own quotes. `nil`: the server's own.
  package var success: String?
  package var successMediaType = "application/json"
  /// As `success`, in values too; e.g. `Location`.
  package var successHeaders: [String: String] = [:]
  /// The body of an error; `{status}` and `{reason}` are filled in, in a refused replay `{id}` too.
  package var error: String?
  package var errorMediaType = "application/json"

  package init() {}
}

/// A route beside the endpoint, e.g. for tokens: its requests are no sends, meet no faults and leave
/// no trace.
package struct AuxiliaryRoute: Sendable, Hashable {
  package var method: String
  /// Like the endpoint's path: a segment in braces matches any segment.
  package var path: String
  package var status: Int
  package var body: String
  package var mediaType: String

  package init(
    method: String, path: String, status: Int = 200, body: String = "{}",
    mediaType: String = "application/json"
  ) {
    self.method = method
    self.path = path
    self.status = status
    self.body = body
    self.mediaType = mediaType
  }
}
