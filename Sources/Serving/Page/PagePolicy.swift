// Owns: which requests to the page server are answered at all, as pure values. The danger is not the
// person at the keyboard but another page in the same browser, or a name that was made to lead here.

import FaultServer

struct PagePolicy: Sendable {
  enum Refusal: Sendable, Hashable {
    case otherHost
    case otherOrigin
    case otherSite
    case noToken
    case otherMethod

    var status: Int {
      switch self {
      case .otherHost: 421
      case .otherOrigin, .otherSite, .noToken: 403
      case .otherMethod: 405
      }
    }

    var sentence: String {
      switch self {
      case .otherHost: "this server answers to 127.0.0.1 and localhost with its own port only"
      case .otherOrigin: "the request comes from another page"
      case .otherSite: "the request was made by another site"
      case .noToken:
        "changes need the token that acceptance serve printed: in the header "
          + "\(PagePolicy.tokenHeader), or in the page's address"
      case .otherMethod: "only GET, HEAD, POST and PUT are answered"
      }
    }
  }

  static let tokenHeader = "X-Acceptance-Token"

  private let hosts: Set<String>
  private let token: String

  /// - Parameter authority: `127.0.0.1:port`.
  init(authority: String, token: String) {
    let port = authority.drop { $0 != ":" }
    hosts = [authority, "localhost\(port)"]
    self.token = token
  }

  /// - Parameter formToken: The form's hidden field, for a POST.
  func refusal(of request: LocalRequest, formToken: String?) -> Refusal? {
    // A name that an attacker's resolver points at 127.0.0.1 is still in Host.
    let host = request.values("Host")
    guard host.count == 1, hosts.contains(host[0].lowercased()) else { return .otherHost }
    for origin in request.values("Origin") {
      guard hosts.contains(where: { origin.lowercased() == "http://\($0)" }) else {
        return .otherOrigin
      }
    }
    guard isFromHere(request) else { return .otherSite }
    switch request.method {
    case "GET", "HEAD": return nil
    case "POST", "PUT":
      let given = request.values(Self.tokenHeader).first ?? formToken
      return given.map(isToken) == true ? nil : .noToken
    default: return .otherMethod
    }
  }

  /// In a time that reveals nothing about where the texts differ.
  func isToken(_ text: String) -> Bool {
    let (given, wanted) = (Array(text.utf8), Array(token.utf8))
    var difference = given.count ^ wanted.count
    for index in wanted.indices {
      difference |= Int((index < given.count ? given[index] : 0) ^ wanted[index])
    }
    return difference == 0
  }

  /// Browsers say where a request was made; other programs say nothing. A link on another page may
  /// lead here, since a whole document that cannot be framed reveals nothing to that page.
  private func isFromHere(_ request: LocalRequest) -> Bool {
    request.values("Sec-Fetch-Site").allSatisfy { site in
      if site == "same-origin" || site == "none" { return true }
      return ["GET", "HEAD"].contains(request.method)
        && request.values("Sec-Fetch-Mode") == ["navigate"]
        && request.values("Sec-Fetch-Dest") == ["document"]
    }
  }
}
