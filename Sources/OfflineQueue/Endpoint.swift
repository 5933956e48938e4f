// Owns: as much of URLs as a write needs: is it http(s), what is its origin, what does a Location
// mean relative to it. Stricter than RFC 3986: what two readers could take differently is refused.

/// An absolute `http` or `https` URL without user name and fragment.
public struct Endpoint: Sendable, Hashable {
  /// Lower-case.
  public let scheme: String
  /// Lower-case; an IPv6 address keeps its brackets.
  public let host: String
  public let port: Int
  /// Path and query, from the first `/`.
  public let target: String

  /// `nil` for everything else, also where it contains a control character, blank or backslash.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else { return nil }
    let afterSlashes = rest.dropFirst(2)
    let authority = afterSlashes.prefix { !"/?#".contains($0) }
    guard let (host, port) = Self.hostAndPort(authority, scheme: scheme) else { return nil }
    let target = afterSlashes.dropFirst(authority.count).prefix { $0 != "#" }
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target.hasPrefix("/") ? String(target) : "/" + target
  }

  /// The URL again, its port always written out.
  public var text: String { "\(scheme)://\(host):\(port)\(target)" }

  public func hasSameOrigin(as other: Endpoint) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// What a `Location` that came from here means; `nil` where it can't be determined safely.
  public func resolving(_ reference: String) -> Endpoint? {
    let origin = "\(scheme)://\(host):\(port)"
    if reference.isEmpty || reference.hasPrefix("#") { return Endpoint(text) }
    if reference.hasPrefix("//") { return Endpoint("\(scheme):\(reference)") }
    if reference.hasPrefix("/") { return Endpoint(origin + reference) }
    let path = target.prefix { $0 != "?" }
    if reference.hasPrefix("?") { return Endpoint(origin + path + reference) }
    let head = reference.prefix { !"/?#".contains($0) }
    if head.contains(":") { return Endpoint(reference) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return Endpoint(origin + folder + reference)
  }

  private static func hostAndPort(
    _ authority: Substring, scheme: String
  ) -> (String, Int)? {
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    let standard = scheme == "https" ? 443 : 80
    let host: Substring
    let rest: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      rest = authority[authority.index(after: end)...]
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority.dropFirst(host.count)
    }
    guard !host.isEmpty else { return nil }
    if rest.isEmpty || rest == ":" { return (host.lowercased(), standard) }
    let digits = rest.dropFirst()
    guard rest.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(digits), (1...65_535).contains(port)
    else { return nil }
    return (host.lowercased(), port)
  }
}
