// Owns: the run's randomness: the same seed and scenario give the same markers, canaries and credentials.

import AcceptanceModel

/// SplitMix64 (Steele, Lea, Flood 2014): tiny, and good enough to name things apart.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A stream of its own for each scenario, whatever runs beside it.
  package init(seed: UInt64, scenario: ScenarioID) {
    // FNV-1a over the id.
    let mixed = scenario.text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    self.init(seed: seed ^ mixed)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Sixteen consonants, none of them a hex digit: 64 bits, of which no eight in a row occur by
  /// chance in prose, in a digest or in a token, so that whoever finds eight has found a leak.
  package mutating func consonants() -> String {
    let letters = Array("ghjkmnpqrstvwxyz")
    let bits = next()
    return String((0..<16).map { letters[Int(bits >> (4 * UInt64($0)) & 15)] })
  }
}
