// Owns: every form of the planted secrets, in clear and encoded, and finding them in one pass over
// a text's letters and digits. A client may write a hundred megabytes, also to a build for
// debugging: plain loops over memory.

import CBytes

struct SecretForms: Sendable {
  private struct Form: Sendable {
    let secret: Int
    /// `nil`: in clear.
    let encoding: SecretEncoding?
    let letters: [UInt8]
    /// This many consecutive ones of them are found.
    let least: Int
  }

  private struct Place: Sendable {
    let form: Int32
    /// Of the window's first byte in the form.
    let offset: Int32
  }

  private static let width = PlantedSecret.leastCount
  private static let sieveBits: UInt64 = 20

  private let sensitivity: SecretSensitivity
  private(set) var secretCount = 0
  /// Of a form, in letters.
  private(set) var longest = 0
  private var known: Set<PlantedSecret> = []
  private var forms: [Form] = []
  /// By eight letters, for so many of a form's windows that each part of `least` letters has one.
  private var places: [UInt64: [Place]] = [:]
  /// A bit for each window's hash: one place in a hundred is worth a look into `places`.
  private var sieve = [UInt64](repeating: 0, count: 1 << (sieveBits - 6))

  init(_ sensitivity: SecretSensitivity) { self.sensitivity = sensitivity }

  var isEmpty: Bool { places.isEmpty }

  mutating func insert(_ secret: PlantedSecret) {
    guard secret.letterCount >= Self.width, known.insert(secret).inserted else { return }
    let number = secretCount
    secretCount += 1
    switch secret.kind {
    case .word: insert(secret.bytes, least: sensitivity.leastLetters, secret: number)
    case .value:
      for part in Self.parts(of: secret.bytes) { insert(part, least: part.count, secret: number) }
    }
  }

  /// A longer value is found by any 96 consecutive bytes of it, since those hold one of the parts of
  /// 64, of which one begins every 32. Parts of punctuation alone are too short to be searched for.
  private static func parts(of bytes: [UInt8]) -> [[UInt8]] {
    let (length, step) = (64, 32)
    guard bytes.count > length else { return [bytes] }
    let starts = Array(stride(from: 0, to: bytes.count - length, by: step))
    return (starts + [bytes.count - length]).map { Array(bytes[$0..<($0 + length)]) }
      .filter { BareText.letters(of: $0).count >= PlantedSecret.leastCount }
  }

  private mutating func insert(_ bytes: [UInt8], least: Int, secret: Int) {
    let letters = BareText.letters(of: bytes)
    insert(
      Form(
        secret: secret, encoding: nil, letters: letters, least: min(least, letters.count)))
    for encoding in SecretEncoding.allCases {
      for form in encoding.forms(of: bytes, least: min(least, bytes.count)) {
        insert(
          Form(secret: secret, encoding: encoding, letters: form.letters, least: form.least))
      }
    }
  }

  private mutating func insert(_ form: Form) {
    let letters = form.letters
    guard form.least >= Self.width, letters.count >= form.least else { return }
    let number = Int32(forms.count)
    forms.append(form)
    longest = max(longest, letters.count)
    for start in stride(
      from: 0, through: letters.count - Self.width, by: form.least - Self.width + 1)
    {
      var window: UInt64 = 0
      for letter in letters[start..<(start + Self.width)] { window = window << 8 | UInt64(letter) }
      places[window, default: []].append(Place(form: number, offset: Int32(start)))
      let bit = Self.bit(of: window)
      sieve[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }

  /// - Parameter letters: As `BareText` has them.
  /// - Returns: Each secret that is there, with the encoding of the first form of it.
  func secrets(in letters: [UInt8]) -> [Int: SecretEncoding?] {
    guard !isEmpty, letters.count >= Self.width else { return [:] }
    var found: [Int: SecretEncoding?] = [:]
    letters.withUnsafeBufferPointer { buffer in
      sieve.withUnsafeBufferPointer { sieveBuffer in
        guard let letters = buffer.baseAddress, let sieve = sieveBuffer.baseAddress else { return }
        var window: UInt64 = 0
        var index = 0
        while true {
          index = cbytes_next_in_sieve(
            letters, buffer.count, index, sieve, UInt32(Self.sieveBits), &window)
          guard index < buffer.count else { return }
          index += 1
          add(window, endingAt: index, in: buffer, &found)
        }
      }
    }
    return found
  }

  private func add(
    _ window: UInt64, endingAt end: Int, in letters: UnsafeBufferPointer<UInt8>,
    _ found: inout [Int: SecretEncoding?]
  ) {
    for place in places[window] ?? [] {
      let form = forms[Int(place.form)]
      guard found[form.secret] == nil,
        Self.isShown(form, at: Int(place.offset), in: letters, endingAt: end)
      else { continue }
      found[form.secret] = .some(form.encoding)
    }
  }

  /// Whether enough letters before and after the window are the form's, too.
  private static func isShown(
    _ form: Form, at offset: Int, in letters: UnsafeBufferPointer<UInt8>, endingAt end: Int
  ) -> Bool {
    var first = offset
    var place = end - width
    while first > 0, place > 0, letters[place - 1] == form.letters[first - 1] {
      first -= 1
      place -= 1
    }
    var last = offset + width
    place = end
    while last < form.letters.count, place < letters.count, letters[place] == form.letters[last] {
      last += 1
      place += 1
    }
    return last - first >= form.least
  }

  /// Fibonacci hashing.
  private static func bit(of window: UInt64) -> UInt64 {
    (window &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- sieveBits)
  }
}
