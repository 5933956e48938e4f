// Owns: what the environment says to a client of the contract.

import SystemLibrary

package struct ClientEnvironment: Sendable {
  package let endpoint: String
  /// Without a slash at its end.
  package let home: String
  /// `nil` where the variable is unset or empty.
  package let token: String?
  package let clockOffset: Duration

  package init(
    endpoint: String, home: String, token: String? = nil, clockOffset: Duration = .zero
  ) {
    self.endpoint = endpoint
    self.home = home
    self.token = token
    self.clockOffset = clockOffset
  }

  /// What the variables of this process say.
  package init() throws(UsageError) {
    guard let endpoint = Self.value("ACCEPTANCE_ENDPOINT") else {
      throw .missingVariable("ACCEPTANCE_ENDPOINT", accepted: "the URL to post to")
    }
    guard let home = Self.value("ACCEPTANCE_HOME") else {
      throw .missingVariable("ACCEPTANCE_HOME", accepted: "a folder")
    }
    let version = Self.value("ACCEPTANCE_PROTOCOL") ?? "1"
    guard version == "1" else {
      throw .unfitVariable("ACCEPTANCE_PROTOCOL", accepted: "1")
    }
    let offset = Self.value("ACCEPTANCE_CLOCK_OFFSET_S") ?? "0"
    guard let seconds = Double(offset), abs(seconds) < 1e10 else {
      throw .unfitVariable("ACCEPTANCE_CLOCK_OFFSET_S", accepted: "a number of seconds")
    }
    self.endpoint = endpoint
    self.home = home.hasSuffix("/") ? String(home.dropLast()) : home
    token = Self.value("ACCEPTANCE_TOKEN")
    clockOffset = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  private static func value(_ name: String) -> String? {
    guard let raw = getenv(name) else { return nil }
    let text = String(cString: raw)
    return text.isEmpty ? nil : text
  }
}

/// Wrong options or environment; quotes no value, since a credential may have slipped into one.
package enum UsageError: Error, CustomStringConvertible {
  case unknownOption(String, known: [String])
  case missingValue(option: String)
  case unfitValue(option: String, accepted: String)
  case missingVariable(String, accepted: String)
  case unfitVariable(String, accepted: String)

  package var description: String {
    switch self {
    case .unknownOption(let name, let known):
      "there is no option \(name); known are \(known.joined(separator: " ")) --help"
    case .missingValue(let option): "\(option) has no value; see --help"
    case .unfitValue(let option, let accepted): "\(option) must be \(accepted)"
    case .missingVariable(let name, let accepted): "\(name) is not set; it must be \(accepted)"
    case .unfitVariable(let name, let accepted): "\(name) must be \(accepted)"
    }
  }
}
