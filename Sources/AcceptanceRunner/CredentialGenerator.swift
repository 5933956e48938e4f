// Owns: the credentials of one scenario: planted secrets that must show up nowhere.

import SecretSearch

struct CredentialGenerator {
  private var generator: SeededGenerator
  /// The random part of each that was given out. The fixed part may be shown: a client that prints
  /// how a credential begins reveals nothing.
  private(set) var planted: [PlantedSecret] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> String {
    let word = generator.consonants()
    planted.append(.word(word))
    return "acc-token-\(word)"
  }
}
