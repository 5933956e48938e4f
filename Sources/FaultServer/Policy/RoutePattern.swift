// Owns: whether a target fits a path of the scenario file.

enum RoutePattern {
  /// - Parameter pattern: A path; a segment in braces matches any segment that is not empty.
  static func fits(_ target: String, _ pattern: String, ignoresQuery: Bool) -> Bool {
    let path = ignoresQuery ? String(target.prefix { $0 != "?" }) : target
    if path == pattern { return true }
    guard pattern.contains("{") else { return false }
    let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let found = path.split(separator: "/", omittingEmptySubsequences: false)
    return wanted.count == found.count
      && zip(wanted, found).allSatisfy { wanted, found in
        wanted.hasPrefix("{") && wanted.hasSuffix("}") ? !found.isEmpty : wanted == found
      }
  }
}
