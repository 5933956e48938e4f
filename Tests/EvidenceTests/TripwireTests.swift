import Digests
import Evidence
import Foundation
import Testing

@Suite("The tripwire")
struct TripwireTests {
  private static let secret = "synthTok-4f9d2c7ab1e8"
  private let wire = Tripwire(secrets: ["another-secret-0", secret])

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static func each(_ before: String, _ after: String = "") -> String {
    secret.utf8.map { byte -> String in before + SHA256Digest.hex([byte]) + after }.joined()
  }

  private static let disguised: [String] = {
    var texts: [String] = [secret, secret.uppercased(), String(secret.reversed())]
    texts.append("…" + secret.prefix(9) + "…")
    for lead in ["", "1", "12", "123"] { texts.append(base64(lead + secret)) }
    texts.append("AA" + base64(secret))
    texts.append(base64(secret).replacingOccurrences(of: "=", with: ""))
    texts += [each("%"), each("\\u00"), each("\\x"), each("&#x", ";"), each(""), "f" + each("")]
    texts.append(secret.utf8.map { byte -> String in "&#\(byte);" }.joined())
    texts.append("synth\u{1B}[31mTok-\u{1B}[0m4f9d2c7ab1e8")
    texts.append("s y n t h T o k - 4 f 9 d 2 c 7 a b 1 e 8")
    texts.append("synthTok-\n4f9d2c7ab1e8")
    texts.append(secret.map { character -> String in "\(character)\u{0}" }.joined())
    texts += [base64(base64(secret)), base64(each("")), base64(each("%"))]
    return texts
  }()

  @Test("finds a secret under every disguise", arguments: disguised)
  func disguises(text: String) {
    let bytes = Array(("before " + text + " after").utf8)
    #expect(wire.search(bytes).map(\.secret) == [1])
  }

  @Test("finds a secret in what gzip made, also under base 64", .enabled(if: isGzipThere))
  func gzip() throws {
    for level in ["-1", "-9"] {
      let text = (0..<40).map { "line \($0) of \($0 * 7919)\n" }.joined() + Self.secret
      let zipped = try Self.gzip(text, level)
      #expect(!zipped.contains(Self.secret.utf8))
      #expect(wire.search(zipped).first?.disguise == [.gzip])
      let based = Array(Data(zipped).base64EncodedString().utf8)
      #expect(wire.search(based).first?.disguise == [.base64, .gzip])
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

  @Test("is silent on a text without the secret, and on less than eight characters of it")
  func silence() {
    for text in [
      "", "nothing here", "synthTo", "4f9d2c7", String(repeating: "abcdefgh", count: 5000),
    ] {
      #expect(wire.search(Array(text.utf8)).isEmpty)
    }
  }

  @Test("a damaged gzip stream ends the search, not the program")
  func damaged() {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    for seed in 0..<200 { bytes.append(UInt8(truncatingIfNeeded: seed &* 197 &+ seed / 3)) }
    for flags in UInt8.min...UInt8.max {
      bytes[3] = flags
      #expect(wire.search(bytes).isEmpty)
      bytes[10] = flags
      #expect(wire.search(bytes).isEmpty)
    }
  }
}
