// Owns: searching bytes for planted secrets: what a client wrote, as it comes (SecretStream), and
// the final bytes of evidence and reports. One list of encodings for both: `SecretEncoding`.
// Does not own: which texts are secret (the runner) or what follows from a hit (judge, reports).

package struct SecretScanner: Sendable {
  /// Where a secret was found, and how it was hidden there.
  package struct Hit: Sendable, Hashable, CustomStringConvertible {
    /// Which of the secrets, from 0; never its text.
    package let secret: Int
    /// The encodings from the outside in; empty where it was in clear.
    package let encodings: [SecretEncoding]

    package var description: String {
      encodings.isEmpty
        ? "in clear" : "under " + encodings.map(\.rawValue).joined(separator: ", then ")
    }
  }

  /// An encoding of an encoding of an encoding.
  static let depthLimit = 3

  private var forms: SecretForms

  package init(_ secrets: [PlantedSecret] = [], shownAt sensitivity: SecretSensitivity) {
    forms = SecretForms(sensitivity)
    plant(secrets)
  }

  package mutating func plant(_ secrets: [PlantedSecret]) {
    for secret in secrets { forms.insert(secret) }
  }

  /// How many secrets were planted, from the first on.
  package var secretCount: Int { forms.secretCount }

  package var isArmed: Bool { !forms.isEmpty }

  package func isHit(_ text: String) -> Bool { !search(Array(text.utf8)).isEmpty }

  /// One hit for each secret: the one with the fewest encodings.
  package func search(_ bytes: [UInt8]) -> [Hit] {
    guard isArmed else { return [] }
    var hits: [Int: Hit] = [:]
    searchForms(in: bytes, under: [], &hits)
    searchDecoded(bytes, &hits)
    return hits.values.sorted { $0.secret < $1.secret }
  }

  private func searchDecoded(_ bytes: [UInt8], _ hits: inout [Int: Hit]) {
    var level: [(bytes: [UInt8], encodings: [SecretEncoding])] = [(bytes, [])]
    for _ in 0..<Self.depthLimit {
      level = level.flatMap { bytes, encodings in
        let text = ByteRuns.printable(in: bytes, atLeast: PlantedSecret.leastCount)
        return SecretEncoding.allCases.flatMap { encoding in
          encoding.decoded(encoding.readsText ? text : bytes)
            .filter { $0.count >= PlantedSecret.leastCount && $0 != bytes }
            .map { ($0, encodings + [encoding]) }
        }
      }
      for (bytes, encodings) in level { searchForms(in: bytes, under: encodings, &hits) }
    }
  }

  private func searchForms(
    in bytes: [UInt8], under encodings: [SecretEncoding], _ hits: inout [Int: Hit]
  ) {
    var bare = BareText()
    bare.append(bytes)
    for (secret, encoding) in forms.secrets(in: bare.letters) where hits[secret] == nil {
      hits[secret] = Hit(secret: secret, encodings: encodings + (encoding.map { [$0] } ?? []))
    }
  }

  // MARK: - For streams

  /// In letters and digits: what a stream has to keep of what was read before.
  var longestForm: Int { forms.longest }

  /// - Parameter letters: As `BareText` has them.
  func isAnyForm(in letters: [UInt8]) -> Bool { !forms.secrets(in: letters).isEmpty }

  /// Whether there is a secret that only undoing shows.
  func isHitDecoded(_ bytes: [UInt8]) -> Bool {
    var hits: [Int: Hit] = [:]
    searchDecoded(bytes, &hits)
    return !hits.isEmpty
  }
}
