// Owns: the credentials of one scenario: planted secrets that must show up nowhere.

struct TokenSource {
  private var generator: SeededGenerator
  /// The random part of each that was given out.
  private(set) var planted: [String] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> String {
    let word = generator.consonants()
    planted.append(word)
    return "acc-token-\(word)"
  }
}
