// Owns: a client whose faults are known, and reading the list of them.
// Does not own: the clients (faulty-client) or starting them (the command).

import AcceptanceModel
import StrictJSON

package struct ScoredClient: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    /// Wrong in one way; any of the codes names it.
    case wrong(codes: [FindingCode])
    /// Nothing may be found in it.
    case right
  }

  package let name: String
  /// What it does wrong, or otherwise than most.
  package let summary: String
  package let role: Role
  package let command: [String]

  package init(name: String, summary: String, role: Role, command: [String]) {
    self.name = name
    self.summary = summary
    self.role = role
    self.command = command
  }

  package var isRight: Bool { role == .right }
}

/// A list that is not what `faulty-client --list --json` prints.
package struct ClientListError: Error, CustomStringConvertible {
  package let description: String
}

extension ScoredClient {
  /// From `{"faulty":[{"name","summary","codes"}]}` or `{"right":[{"name","summary"}]}`.
  ///
  /// - Parameters:
  ///   - program: What starts them.
  ///   - options: Options that each of them gets.
  package static func list(
    _ json: [UInt8], program: String, options: [String]
  ) throws(ClientListError) -> [ScoredClient] {
    let value: JSONValue
    do {
      value = try JSONParser.parse(json).value
    } catch {
      throw ClientListError(description: "the list of clients is no JSON: \(error)")
    }
    let wrong = value["faulty"]?.arrayValue
    guard let entries = wrong ?? value["right"]?.arrayValue else {
      throw ClientListError(
        description: "the list of clients has neither \"faulty\" nor \"right\" with an array")
    }
    var clients: [ScoredClient] = []
    for entry in entries {
      guard let name = entry["name"]?.stringValue, let summary = entry["summary"]?.stringValue
      else {
        throw ClientListError(
          description: "entry \(clients.count + 1) of the list of clients has no name or summary")
      }
      let codes = (entry["codes"]?.arrayValue ?? []).compactMap(\.stringValue)
      guard wrong == nil || !codes.isEmpty else {
        throw ClientListError(
          description: "entry \(clients.count + 1) of the list of clients names no codes")
      }
      clients.append(
        wrong == nil
          ? ScoredClient(
            name: name, summary: summary, role: .right,
            command: [program, "--right", name] + options)
          : ScoredClient(
            name: name, summary: summary, role: .wrong(codes: codes.map(FindingCode.init)),
            command: [program, name] + options))
    }
    return clients
  }
}
