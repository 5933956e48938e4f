// Owns: whether the libraries that a build needs are there. What runs now has its own already.

import ClientDriving

struct LibraryCheck: HealthCheck {
  let subject = "libraries"

  func limit(for context: DoctorContext) -> Duration { .seconds(60) }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    if Self.needed.isEmpty {
      return [.fine(subject, "macOS brings libcurl, SQLite and CryptoKit")]
    }
    var found: [String] = []
    var missing: [String] = []
    for (name, package) in Self.needed {
      let end = await Surroundings(context).said(
        ["pkg-config", "--modversion", name], within: .seconds(10))
      switch end {
      case .printed(let text): found.append("\(name) \(text.filter { !$0.isWhitespace })")
      case .missing:
        return [
          .note(
            subject, "there is no pkg-config to ask",
            fix: "only to build: apt-get install pkg-config")
        ]
      case .failed, .overdue: missing.append(package)
      }
    }
    guard missing.isEmpty else {
      return [
        .note(
          subject, "\(missing.count) of \(Self.needed.count) are not there for a build",
          fix: "only to build: apt-get install \(missing.joined(separator: " "))")
      ]
    }
    return [.fine(subject, found.joined(separator: ", "))]
  }
}
