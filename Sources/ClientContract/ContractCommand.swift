// Owns: the lines that the runner writes to a client's stdin, contract version 1.

import AcceptanceModel
import StrictJSON

/// One command line: what the user or the system did.
package struct ContractCommand: Sendable, Hashable {
  package enum Verb: Sendable, Hashable {
    /// The first line after each launch.
    case hello
    /// The user tapped *New* once, with this content.
    case submit(body: JSONValue)
    /// The user looked at the list.
    case tasks
    /// Connectivity came back, or a background refresh fired.
    case sync
    /// For testing: make the stored record of this task unreadable.
    case damage(task: String)
    /// The user asks for a stopped task to be sent again.
    case retry(task: String)
  }

  package static let protocolVersion = 1

  /// Chosen by the runner, distinct within one launch; the answer carries the same.
  package let id: Int
  package let verb: Verb

  package init(id: Int, verb: Verb) {
    self.id = id
    self.verb = verb
  }
}

extension ContractCommand.Verb {
  /// The word in the line's `do` field, and in `can` of the greeting.
  package var word: ContractVerb {
    switch self {
    case .hello: .hello
    case .submit: .submit
    case .tasks: .tasks
    case .sync: .sync
    case .damage: .damage
    case .retry: .retry
    }
  }
}

extension ContractCommand {
  /// The line without its line feed.
  package var line: [UInt8] {
    var members = [JSONMember("id", .integer(id)), JSONMember("do", .string(verb.word.rawValue))]
    switch verb {
    case .hello: members.append(JSONMember("protocol", .integer(Self.protocolVersion)))
    case .submit(let body): members.append(JSONMember("body", body))
    case .damage(let task), .retry(let task): members.append(JSONMember("task", .string(task)))
    case .tasks, .sync: break
    }
    return JSONWriter.bytes(of: .object(members))
  }

  /// What a client does with a line from its stdin.
  ///
  /// - Throws: `ContractBreach` where the line is no command of version 1. `.unknownVerb` carries
  ///   the id, so that the client can answer that it does not support it.
  package init(parsing line: some Sequence<UInt8>) throws(ContractBreach) {
    let value = try ContractLine.object(line)
    id = try ContractLine.number("id", of: value)
    switch ContractVerb(rawValue: try ContractLine.text("do", of: value)) {
    case .hello: verb = .hello
    case .tasks: verb = .tasks
    case .sync: verb = .sync
    case .submit:
      guard let body = value["body"] else { throw .missingField("body", accepted: "any JSON") }
      verb = .submit(body: body)
    case .damage: verb = .damage(task: try ContractLine.text("task", of: value))
    case .retry: verb = .retry(task: try ContractLine.text("task", of: value))
    // The others are a one-shot client's programs, and no lines.
    case .reset, .launch, .terminate, .kill, .diagnostics, .quit, nil: throw .unknownVerb(id: id)
    }
  }
}
