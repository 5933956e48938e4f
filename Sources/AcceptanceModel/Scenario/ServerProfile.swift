// Owns: the named presets of `ServerSpec`. To add one, write it here and list it in `all`.
// The presets of public APIs follow their documentation as of 2026; where it is silent, the choice
// is named in the summary of the preset.

package struct ServerProfile: Sendable {
  package let name: String
  package let summary: String
  package let spec: ServerSpec

  package static let all: [ServerProfile] = [
    standard, seed, ietf, stripe, goCardless, adyen, payPal, square, aip155, mastodon,
  ]

  package static func named(_ name: String) -> ServerProfile? { all.first { $0.name == name } }

  private init(name: String, summary: String, spec: ServerSpec) {
    self.name = name
    self.summary = summary
    self.spec = spec
  }

  private init(name: String, summary: String, _ change: (inout ServerSpec) -> Void) {
    var spec = ServerSpec(profile: name)
    change(&spec)
    self.init(name: name, summary: summary, spec: spec)
  }

  /// Answers a first send with success, so that only the scenario's faults lose answers.
  package static let standard = ServerProfile(
    name: "standard", summary: "key in Idempotency-Key; a replay is answered from the record",
    spec: ServerSpec())

  /// The endpoint that the idea came with: it records the first send of a key and answers 503.
  package static let seed = ServerProfile(
    name: "seed", summary: "records the first send of each key and answers it 503",
    spec: ServerSpec(
      profile: "seed", firstAnswer: .lost(status: 503), otherMethodStatus: 501,
      answersCarryKey: false))

  /// draft-ietf-httpapi-idempotency-key-header: 400 without key, 422 for another body, 409 while
  /// the first is in progress.
  package static let ietf = ServerProfile(
    name: "ietf", summary: "the IETF draft: 422 for another body, 409 while in progress"
  ) {
    $0.replay = .stored
    $0.successStatus = 201
    $0.conflictStatus = 422
    $0.inProgress = .refuse(status: 409)
  }

  package static let stripe = ServerProfile(
    name: "stripe",
    summary: "optional key, 24 h; replays are stored answers, 500s too, and say so in a header"
  ) {
    $0.body = .form
    $0.replay = .stored
    $0.requiresKey = false
    $0.conflictStatus = 400
    $0.inProgress = .refuse(status: 409)
    $0.replayHeaders = ["Idempotent-Replayed": "true"]
    $0.storedAnswers = .all
    $0.retention = .seconds(24 * 3600)
    // An object, as the vendor's libraries expect: the Python one fails on a bare text.
    $0.templates.error = #"{"error":{"type":"api_error","message":"{reason}"}}"#
  }

  package static let goCardless = ServerProfile(
    name: "gocardless",
    summary: "optional key; a replay is answered 409 with the id of what exists, whatever the body"
  ) {
    $0.replay = .refusedWithID
    $0.successStatus = 201
    $0.requiresKey = false
    $0.fingerprint = .none
    $0.templates.error =
      #"{"error":{"code":{status},"errors":[{"reason":"idempotent_creation_conflict","#
      + #""links":{"conflicting_resource_id":"{id}"}}]}}"#
  }

  package static let adyen = ServerProfile(
    name: "adyen",
    summary: "optional key of 64 characters, 31 days; replays are stored answers that name the key"
  ) {
    $0.key = .header("idempotency-key")
    $0.replay = .stored
    $0.requiresKey = false
    $0.keyLengthLimit = 64
    $0.conflictStatus = 422
    $0.inProgress = .refuse(status: 422)
    $0.replayHeaders = ["idempotency-key": "{key}"]
    $0.retention = .seconds(31 * 24 * 3600)
  }

  package static let payPal = ServerProfile(
    name: "paypal",
    summary:
      "optional key in PayPal-Request-Id; a replay tells the latest status, whatever the body"
  ) {
    $0.key = .header("PayPal-Request-Id")
    $0.replay = .current
    $0.successStatus = 201
    $0.requiresKey = false
    $0.fingerprint = .none
    $0.inProgress = .refuse(status: 409)
  }

  package static let square = ServerProfile(
    name: "square", summary: "key in the field idempotency_key; 400 for another body"
  ) {
    $0.key = .field("idempotency_key")
    $0.replay = .stored
    $0.conflictStatus = 400
  }

  package static let aip155 = ServerProfile(
    name: "aip155", summary: "optional key in the field request_id; replays are stored successes"
  ) {
    $0.key = .field("request_id")
    $0.replay = .stored
    $0.requiresKey = false
    $0.conflictStatus = 400
  }

  package static let mastodon = ServerProfile(
    name: "mastodon",
    summary: "optional key, one hour; a replay is answered with the record, whatever the body"
  ) {
    $0.replay = .current
    $0.requiresKey = false
    $0.fingerprint = .none
    $0.retention = .seconds(3600)
  }
}
