// Owns: the credentials of one scenario: planted secrets that must show up nowhere.

struct TokenSource {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> String { "acc-token-\(generator.hexWord())" }
}
