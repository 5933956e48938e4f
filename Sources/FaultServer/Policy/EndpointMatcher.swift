// Owns: whether a request is meant for the endpoint, and how one that is not is answered.

import AcceptanceModel

/// A class: every request asks it, and a specification is large to copy.
final class EndpointMatcher: Sendable {
  let spec: ServerSpec

  init(spec: ServerSpec) { self.spec = spec }

  /// Names under which the loopback is reached: by the machine itself, and by Android's emulator.
  private static let hosts: Set<String> = ["127.0.0.1", "localhost", "[::1]", "10.0.2.2"]

  /// `nil` for a request that is a send.
  func stray(_ head: RequestHead) -> (kind: StrayKind, status: Int)? {
    let isProbe = ["GET", "HEAD", "OPTIONS"].contains(head.method)
    guard hostIsOurs(head) else { return (isProbe ? .probe : .otherHost, 421) }
    guard RoutePattern.fits(path(of: head), spec.path, ignoresQuery: spec.ignoresQuery) else {
      // 501 says that the server has no such method at all, whatever the path.
      let isUnknown = head.method != spec.method && spec.otherMethodStatus == 501
      let isOtherQuery =
        head.method == spec.method
        && RoutePattern.fits(
          path(of: head), String(spec.path.prefix { $0 != "?" }), ignoresQuery: true)
      return (
        isProbe ? .probe : isOtherQuery ? .otherQuery : .otherPath, isUnknown ? 501 : 404
      )
    }
    guard head.method == spec.method else {
      return (isProbe ? .probe : .otherMethod, spec.otherMethodStatus)
    }
    return nil
  }

  func auxiliary(_ head: RequestHead) -> AuxiliaryRoute? {
    spec.auxiliaries.first { route in
      route.method == head.method
        && RoutePattern.fits(path(of: head), route.path, ignoresQuery: true)
    }
  }

  private func path(of head: RequestHead) -> String {
    guard let start = absoluteStart(of: head.target) else { return head.target }
    let rest = head.target[start...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }

  private func hostIsOurs(_ head: RequestHead) -> Bool {
    let host: String
    if let start = absoluteStart(of: head.target) {
      host = String(head.target[start...].prefix { $0 != "/" && $0 != "?" })
    } else if let value = head.value("Host") {
      if isLoopback(value) { return true }
      host = Latin1.text(value)
    } else {
      // HTTP/1.0 has no Host, and no other virtual host can be meant.
      return true
    }
    return Self.hosts.contains(withoutPort(host.lowercased()))
  }

  /// The usual case, without a detour through text.
  private func isLoopback(_ host: ArraySlice<UInt8>) -> Bool {
    let address = "127.0.0.1".utf8
    return host.starts(with: address)
      && (host.count == address.count || host[host.startIndex + address.count] == UInt8(ascii: ":"))
  }

  private func withoutPort(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
    return String(host[..<colon])
  }

  private func absoluteStart(of target: String) -> String.Index? {
    // Nearly every request says only its path.
    guard target.utf8.first != UInt8(ascii: "/"), target.lowercased().hasPrefix("http://") else {
      return nil
    }
    return target.index(target.startIndex, offsetBy: 7)
  }
}
