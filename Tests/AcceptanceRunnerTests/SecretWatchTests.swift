import AcceptanceModel
import Foundation
import Testing

@testable import AcceptanceRunner

@Suite("Planted secrets in a client's output")
struct SecretWatchTests {
  private static let secret = "acc-token-ghjkmnpqrstvwxyz"
  private static let first = LaunchNumber(1)
  private static let second = LaunchNumber(2)

  private func watch() -> SecretWatch {
    let watch = SecretWatch()
    watch.plant([Self.secret, "canary-zyxwvtsrqpnmkjhg"])
    return watch
  }

  private static let disguises: [(name: String, make: @Sendable (String) -> [UInt8])] = [
    ("in clear", { Array($0.utf8) }),
    ("backwards", { Array($0.utf8.reversed()) }),
    ("base 64", { Array(Data($0.utf8).base64EncodedString().utf8) }),
    ("base 64 after one byte", { Array(Data((":" + $0).utf8).base64EncodedString().utf8) }),
    (
      "base 64 of credentials", { Array(Data(("me:" + $0 + "?>").utf8).base64EncodedString().utf8) }
    ),
    ("hex", { Array($0.utf8.map { String(format: "%02x", $0) }.joined().utf8) }),
    ("HEX", { Array($0.utf8.map { String(format: "%02X", $0) }.joined().utf8) }),
    ("percent", { Array($0.utf8.map { String(format: "%%%02X", $0) }.joined().utf8) }),
    ("escapes", { Array($0.utf8.map { String(format: "\\u%04x", $0) }.joined().utf8) }),
    ("UTF-16, low byte first", { $0.utf8.flatMap { [$0, 0] } }),
    ("UTF-16, high byte first", { $0.utf8.flatMap { [0, $0] } }),
  ]

  @Test("are found in every spelling, wherever a chunk ends", arguments: disguises.map(\.name))
  func spellings(name: String) throws {
    let disguise = try #require(Self.disguises.first { $0.name == name })
    let noise = Array(String(repeating: "POST /items acc-token-gh 201 ", count: 20).utf8)
    let text = noise + disguise.make(Self.secret) + noise
    for cut in stride(from: noise.count - 3, to: text.count - noise.count + 3, by: 1) {
      let watch = watch()
      let isSeenEarly = watch.isLeak(Array(text[..<cut]), of: Self.first, on: .stderr)
      let isSeenLate = watch.isLeak(Array(text[cut...]), of: Self.first, on: .stderr)
      #expect(isSeenEarly != isSeenLate, "cut at \(cut)")
    }
  }

  @Test("are found byte by byte, once a channel")
  func bytewise() {
    let watch = watch()
    let hits = (Self.secret + Self.secret).utf8.map {
      watch.isLeak([$0], of: Self.first, on: .stdout)
    }
    #expect(hits.count { $0 } == 1)
    #expect(hits.firstIndex(of: true) == Self.secret.utf8.count - 1)
    #expect(watch.isLeak(Array(Self.secret.utf8), of: Self.first, on: .stderr))
  }

  @Test("are found though another launch writes in between, and not made of two launches' halves")
  func launches() {
    let halves = (Array(Self.secret.utf8.prefix(12)), Array(Self.secret.utf8.dropFirst(12)))
    let torn = watch()
    #expect(!torn.isLeak(halves.0, of: Self.first, on: .stderr))
    #expect(!torn.isLeak(Array("other".utf8), of: Self.second, on: .stderr))
    #expect(torn.isLeak(halves.1, of: Self.first, on: .stderr))

    let joined = watch()
    #expect(!joined.isLeak(halves.0, of: Self.first, on: .stderr))
    #expect(!joined.isLeak(halves.1, of: Self.second, on: .stderr))
  }

  @Test("are not seen in what only resembles them")
  func others() {
    let watch = watch()
    for text in ["acc-token-ghjkmnpqrstvwxy", "canary-", "YWNjLXRva2VuLWdo", ""] {
      #expect(!watch.isLeak(Array(text.utf8) + [0x0A], of: Self.first, on: .stdout))
    }
  }
}
