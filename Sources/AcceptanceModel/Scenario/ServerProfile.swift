// Owns: the named presets of `ServerSpec`. To add one, write it here and list it in `all`.

package struct ServerProfile: Sendable {
  package let name: String
  package let summary: String
  package let spec: ServerSpec

  package static let all: [ServerProfile] = [standard, seed]

  package static func named(_ name: String) -> ServerProfile? { all.first { $0.name == name } }

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
}
