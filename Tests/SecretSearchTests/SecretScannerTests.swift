import Foundation
import Testing

@testable import SecretSearch

@Suite("The search for secrets")
struct SecretScannerTests {
  private static let word = "zyxwvtsrqpnmkjhg"
  /// As the table writes one: with case, digits and punctuation.
  private static let value = "Kiwi/Tree 77: kept"

  private static func scanner(_ sensitivity: SecretSensitivity) -> SecretScanner {
    SecretScanner(
      [.word("mgqzhtjwkxnvpysr"), .word(word), .value(value)], shownAt: sensitivity)
  }

  @Test("finds a word and a value in every encoding", arguments: Encoded.all.map(\.name))
  func encodings(name: String) throws {
    let encoded = try #require(Encoded.all.first { $0.name == name })
    for (number, secret) in [(1, Self.word), (2, Self.value)] {
      let text = "before\n" + encoded.make(secret) + "\nafter"
      for sensitivity in [SecretSensitivity.client, .artefacts] {
        let hits = Self.scanner(sensitivity).search(Array(text.utf8))
        #expect(hits.map(\.secret) == [number], "\(text)")
      }
    }
  }

  @Test(
    "finds what was cut to as many letters as count, in every encoding, and not one letter less",
    arguments: [SecretSensitivity.client, .artefacts])
  func cut(_ sensitivity: SecretSensitivity) {
    let least = sensitivity.leastLetters
    let scanner = Self.scanner(sensitivity)
    for start in 0...(16 - least) {
      let shown = String(Self.word.dropFirst(start).prefix(least))
      for (name, make) in Encoded.all {
        #expect(scanner.isHit("…\(make(shown))…"), "\(name) of \(shown)")
      }
      #expect(!scanner.isHit("…\(shown.dropLast())…"))
      #expect(!scanner.isHit(Encoded.base64(String(shown.dropLast()))))
    }
  }

  @Test("finds a value only where all of it is")
  func wholeValues() {
    let scanner = Self.scanner(.client)
    #expect(scanner.isHit("kiwi tree 77 KEPT"))
    #expect(!scanner.isHit("Kiwi/Tree 77: kep"))
    #expect(!scanner.isHit("iwi/Tree 77: kept"))
  }

  @Test("finds a long value by any 96 bytes of it")
  func longValues() {
    let text = (0..<60).map { "\($0 &* 7919 % 1000) " }.joined()
    let scanner = SecretScanner([.value(text)], shownAt: .client)
    for start in stride(from: 0, to: text.utf8.count - 96, by: 13) {
      let part = String(text.dropFirst(start).prefix(96))
      #expect(scanner.isHit(part))
      #expect(scanner.isHit(Encoded.base64(part)))
    }
    #expect(!scanner.isHit(String(text.prefix(40))))
  }

  @Test("finds nothing in ordinary output, in digests and in random bytes")
  func silence() {
    var generator = SystemRandomNumberGenerator()
    var texts = ["", "nothing here", String(repeating: "acc-token-zyxwvt", count: 5000)]
    let noise = (0..<200_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    texts += [String(decoding: noise, as: UTF8.self), Data(noise).base64EncodedString()]
    texts.append(noise.map { String(format: "%02x", $0) }.joined())
    texts.append(String(noise.map { Character(Unicode.Scalar(0x61 + $0 % 26)) }))
    for text in texts {
      #expect(Self.scanner(.client).search(Array(text.utf8)).isEmpty)
      #expect(Self.scanner(.artefacts).search(Array(text.utf8)).isEmpty)
    }
  }

  @Test("names the encodings from the outside in")
  func names() {
    let scanner = Self.scanner(.artefacts)
    func description(_ text: String) -> String? {
      scanner.search(Array(text.utf8)).first?.description
    }
    #expect(description(Self.word) == "in clear")
    #expect(description(Encoded.base64(Self.word)) == "under base 64")
    #expect(
      description(Encoded.base64(Encoded.base64(Self.word))) == "under base 64, then base 64")
  }

  @Test("finds a secret in what gzip made, also under base 64", .enabled(if: isGzipThere))
  func gzip() throws {
    for level in ["-1", "-9"] {
      let text = (0..<40).map { "line \($0) of \($0 * 7919)\n" }.joined() + Self.word
      let zipped = try Self.gzip(text, level)
      #expect(Self.scanner(.client).search(zipped).first?.encodings == [.compression])
      let based = Array(Data(zipped).base64EncodedString().utf8)
      #expect(Self.scanner(.client).search(based).first?.encodings == [.base64, .compression])
    }
  }

  private static let isGzipThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip")

  private static func gzip(_ text: String, _ level: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = ["-c", level]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }

  @Test("a damaged gzip stream ends the search, not the program")
  func damaged() {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    for seed in 0..<200 { bytes.append(UInt8(truncatingIfNeeded: seed &* 197 &+ seed / 3)) }
    for flags in UInt8.min...UInt8.max {
      bytes[3] = flags
      #expect(Self.scanner(.client).search(bytes).isEmpty)
      bytes[10] = flags
      #expect(Self.scanner(.client).search(bytes).isEmpty)
    }
  }

  @Test(
    "what is too short or too common is not searched for, and named",
    arguments: [
      ("hunter2", SearchObstacle.tooShort(count: 7, least: 8)),
      ("", .tooShort(count: 0, least: 12)),
      ("p@$$w0rd!#%", .tooShort(count: 5, least: 8)),
      ("2026-11-30", .tooShort(count: 8, least: 12)), ("aaaa-bbbb-aaaa1", .fewLetters),
      ("authentication", .word), ("Swordfish", .word), ("DELIVERED", .word),
    ])
  func obstacles(text: String, obstacle: SearchObstacle) {
    #expect(SearchObstacle(ofText: text) == obstacle)
  }

  @Test(
    "what is neither is searched for",
    arguments: [
      "hunter22", "correct horse battery staple", "4111 1111 2222 3456", "synthPass", "päß-wört-9",
      "qwrtzpsdfghjklyxcv",
    ])
  func noObstacle(text: String) { #expect(SearchObstacle(ofText: text) == nil) }

  @Test("a secret, and whatever searches for it, shows nothing of itself")
  func opaque() {
    let secret = PlantedSecret.word(Self.word)
    var stream = SecretStream()
    _ = stream.isLeak(
      Array(Self.word.utf8.prefix(9)), of: SecretScanner([secret], shownAt: .client))
    for value in [secret, SecretScanner([secret], shownAt: .client), stream] as [Any] {
      var dumped = ""
      dump([value], to: &dumped)
      for text in ["\(value)", String(reflecting: value), "\([value])", dumped] {
        #expect(!text.contains(Self.word))
        #expect(!text.contains("\(Self.word.utf8.first ?? 0)"))
      }
    }
  }
}

@Suite("The search in a stream")
struct SecretStreamTests {
  private static let word = "zyxwvtsrqpnmkjhg"
  private let scanner = SecretScanner([.word(word)], shownAt: .client)

  private func isFound(_ chunks: [ArraySlice<UInt8>]) -> Bool {
    var stream = SecretStream()
    for chunk in chunks where stream.isLeak(Array(chunk), of: scanner) { return true }
    return stream.isLeakDecoded(scanner)
  }

  @Test("finds every encoding wherever a chunk ends", arguments: Encoded.all.map(\.name))
  func cuts(name: String) throws {
    let encoded = try #require(Encoded.all.first { $0.name == name })
    let noise = String(repeating: "POST /items acc-token-zyxw 201\n", count: 4)
    let text = Array((noise + encoded.make(Self.word) + "\n" + noise).utf8)
    let inner = noise.utf8.count..<(text.count - noise.utf8.count)
    for cut in stride(from: inner.lowerBound, through: inner.upperBound, by: 7) {
      #expect(isFound([text[..<cut], text[cut...]]), "cut at \(cut)")
    }
    #expect(isFound(text.indices.map { text[$0...$0] }))
  }

  @Test("finds what has to be decoded across the borders of blocks")
  func blocks() {
    let secret = Array(Encoded.base64(Encoded.base64(Self.word)).utf8)
    for lead in stride(from: (32 << 10) - secret.count - 8, to: (32 << 10) + 8, by: 5) {
      let text = [UInt8](repeating: 0x2E, count: lead) + secret + Array(" and so on".utf8)
      #expect(isFound(stride(from: 0, to: text.count, by: 1000).map { text[$0...].prefix(1000) }))
    }
  }

  @Test("finds what was encoded once after any number of bytes")
  func afterMuch() {
    var stream = SecretStream()
    let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<6 {
      let isLeak = stream.isLeak(chunk, of: scanner)
      #expect(!isLeak)
    }
    let isLeak = stream.isLeak(Array(Encoded.base64(Self.word).utf8), of: scanner)
    #expect(isLeak)
  }
}
