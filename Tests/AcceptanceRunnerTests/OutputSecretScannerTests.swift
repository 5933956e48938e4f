import AcceptanceModel
import Testing

@testable import AcceptanceRunner

@Suite("Planted secrets in a client's output")
struct OutputSecretScannerTests {
  private static let secret = "acc-token-ghjkmnpqrstvwxyz"
  private static let first = LaunchNumber(1)
  private static let second = LaunchNumber(2)

  private func scanner() -> OutputSecretScanner {
    let scanner = OutputSecretScanner()
    scanner.plant([.word("ghjkmnpqrstvwxyz"), .word("zyxwvtsrqpnmkjhg")])
    return scanner
  }

  @Test("are found byte by byte, once a channel")
  func bytewise() {
    let scanner = scanner()
    let hits = (Self.secret + Self.secret).utf8.map {
      scanner.isLeak([$0], of: Self.first, on: .stdout)
    }
    #expect(hits.count { $0 } == 1)
    // The twelfth of its random letters gives it away.
    #expect(hits.firstIndex(of: true) == "acc-token-".utf8.count + 11)
    #expect(scanner.isLeak(Array(Self.secret.utf8), of: Self.first, on: .stderr))
  }

  @Test("are found though another launch writes in between, and not made of two launches' halves")
  func launches() {
    let halves = (Array(Self.secret.utf8.prefix(18)), Array(Self.secret.utf8.dropFirst(18)))
    let torn = scanner()
    #expect(!torn.isLeak(halves.0, of: Self.first, on: .stderr))
    #expect(!torn.isLeak(Array("other".utf8), of: Self.second, on: .stderr))
    #expect(torn.isLeak(halves.1, of: Self.first, on: .stderr))

    let joined = scanner()
    #expect(!joined.isLeak(halves.0, of: Self.first, on: .stderr))
    #expect(!joined.isLeak(halves.1, of: Self.second, on: .stderr))
  }

  @Test("are found at the end where they have to be decoded, once a channel")
  func decoded() {
    let scanner = scanner()
    let twice = "WjJocWEyMXVjSEZ5YzNSMmQzaDVlZz09"
    #expect(!scanner.isLeak(Array(twice.utf8), of: Self.first, on: .stderr))
    #expect(!scanner.isLeak(Array(twice.utf8), of: Self.second, on: .stderr))
    #expect(scanner.leaksAtTheEnd().map(\.0) == [Self.first])
    #expect(scanner.leaksAtTheEnd().isEmpty)
  }

  @Test("are not seen in what only resembles them")
  func others() {
    let scanner = scanner()
    for text in ["acc-token-ghjkmnpqrst", "canary-zyxw…kjhg", "YWNjLXRva2VuLWdo", ""] {
      #expect(!scanner.isLeak(Array(text.utf8) + [0x0A], of: Self.first, on: .stdout))
    }
  }
}
