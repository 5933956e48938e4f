import FaultServer
import Testing

@testable import Serving

@Suite("Who is answered by the page server")
struct PagePolicyTests {
  private let policy = PagePolicy(authority: "127.0.0.1:4000", token: Self.token)
  private static let token = "0123456789abcdef0123456789abcdef"

  private func refusal(
    _ method: String = "GET", host: String? = "127.0.0.1:4000", _ headers: [String: String] = [:],
    form: String? = nil
  ) -> PagePolicy.Refusal? {
    let all = (host.map { [("Host", $0)] } ?? []) + headers.map { ($0.key, $0.value) }
    return policy.refusal(
      of: LocalRequest(method: method, target: "/", headers: all), formToken: form)
  }

  @Test("a name that was made to lead to the loopback is refused, and so is another port")
  func hosts() {
    #expect(refusal() == nil)
    #expect(refusal(host: "localhost:4000") == nil)
    #expect(refusal(host: "LOCALHOST:4000") == nil)
    for host in [
      "evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "localhost", "localhost:40000",
      "127.0.0.1.evil.example:4000", "", "[::1]:4000",
    ] {
      #expect(refusal(host: host) == .otherHost, "\(host)")
    }
    #expect(refusal(host: nil) == .otherHost)
  }

  @Test("two Host headers are refused, although both are right")
  func repeatedHost() {
    let request = LocalRequest(
      method: "GET", target: "/",
      headers: [("Host", "127.0.0.1:4000"), ("host", "127.0.0.1:4000")])
    #expect(policy.refusal(of: request, formToken: nil) == .otherHost)
  }

  @Test("another page's Origin is refused with any method, even with the token")
  func origins() {
    for origin in [
      "http://evil.example", "null", "http://127.0.0.1:4001", "https://127.0.0.1:4000",
      "http://localhost", "file://",
    ] {
      #expect(refusal(["Origin": origin]) == .otherOrigin, "\(origin)")
      #expect(refusal("POST", ["Origin": origin], form: Self.token) == .otherOrigin, "\(origin)")
    }
    #expect(refusal("POST", ["Origin": "http://127.0.0.1:4000"], form: Self.token) == nil)
    #expect(refusal("POST", ["Origin": "http://localhost:4000"], form: Self.token) == nil)
  }

  private func refusal(
    _ headers: [String: String]
  ) -> PagePolicy.Refusal? { refusal("GET", headers) }

  @Test("what another site makes the browser fetch is refused, a link to the page is not")
  func sites() {
    #expect(refusal(["Sec-Fetch-Site": "same-origin"]) == nil)
    #expect(refusal(["Sec-Fetch-Site": "none"]) == nil)
    for site in ["cross-site", "same-site"] {
      #expect(refusal(["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"]) == .otherSite)
      let link = [
        "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
      ]
      #expect(refusal(link) == nil)
      #expect(refusal("POST", link, form: Self.token) == .otherSite)
      let frame = link.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }
      #expect(refusal(frame) == .otherSite)
    }
  }

  @Test("a change without the token is refused; header and form field are both taken")
  func tokens() {
    for method in ["POST", "PUT"] {
      #expect(refusal(method) == .noToken)
      #expect(refusal(method, form: "") == .noToken)
      #expect(refusal(method, form: String(Self.token.dropLast())) == .noToken)
      #expect(refusal(method, form: Self.token + "0") == .noToken)
      #expect(refusal(method, form: Self.token) == nil)
      #expect(refusal(method, [PagePolicy.tokenHeader: Self.token]) == nil)
      let wrong = [PagePolicy.tokenHeader: "f" + Self.token.dropFirst()]
      #expect(refusal(method, wrong, form: Self.token) == .noToken)
    }
  }

  @Test("no other method is answered: a preflight gets nothing", arguments: ["OPTIONS", "DELETE"])
  func methods(method: String) {
    #expect(refusal(method, [PagePolicy.tokenHeader: Self.token]) == .otherMethod)
  }
}
