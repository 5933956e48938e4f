// Owns: what a starter is, and the list of them. A new one is a template and one line here.
// Does not own: the table beside it (StarterTable) or writing files (the command).

import StrictJSON

/// A client to begin with: it keeps the contract, and has one place for the user's own call.
package struct Starter: Sendable {
  /// What `--client` is given.
  package let name: String
  package let summary: String
  package let fileName: String
  /// The client's source, for a server that has the key in `Idempotency-Key`.
  let template: [UInt8]
  /// The table's `client`.
  package let client: JSONValue
  /// What has to be done once before the first run; `nil`: nothing.
  package let preparation: String?
  /// Where the user's own call goes, as a search in an editor finds it.
  package let place = "YOUR CALL"
  /// Scenarios that say nothing of it, left out of its whole table.
  var beside: Set<String> = []

  /// - Parameter keyHeader: Fit by `ServerText.isHeaderName`.
  package func bytes(keyHeader: String) -> [UInt8] {
    Array(
      String(decoding: template, as: UTF8.self).replacing("Idempotency-Key", with: keyHeader).utf8)
  }
}

package enum StarterCatalog {
  package static let all: [Starter] = [.shell, .python, .swift]
}

extension Starter {
  static let shell = Starter(
    name: "shell", summary: "a script around curl, a program a verb",
    fileName: "client.sh", template: PackageResources.client_sh,
    client: .object([
      "driver": .string("command"),
      "verbs": .object([
        "submit": verb("submit", "{bodyFile}"), "sync": verb("sync"), "tasks": verb("tasks"),
        "retry": verb("retry", "{task}"),
      ]),
      // It heeds ACCEPTANCE_TOKEN.
      "can": .array([.string("token")]),
      // curl waits two seconds, and the lock dies with its holder. Each verb is a program, which a
      // busy machine takes its time to start.
      "limits": .object([
        "retryCapMs": .integer(1000), "responseTimeoutMs": .integer(2000), "leaseMs": .integer(0),
        "answerWithinMs": .integer(15_000),
      ]),
    ]),
    preparation: nil,
    // There the right to send ends while its holder is frozen; here it is a lock that ends with
    // its holder, and no second program can say that it is busy.
    beside: ["thawed-sender"])

  private static func verb(_ words: String...) -> JSONValue {
    .object(["argv": .array((["sh", "./client.sh"] + words).map { .string($0) })])
  }

  static let python = Starter(
    name: "python", summary: "one long-lived process, nothing but the standard library",
    fileName: "client.py", template: PackageResources.client_py,
    client: .object([
      "driver": .string("jsonl"), "command": .array([.string("python3"), .string("./client.py")]),
    ]),
    preparation: nil)

  static let swift = Starter(
    name: "swift", summary: "one long-lived process around URLSession, to be compiled once",
    fileName: "client.swift", template: PackageResources.client_swift_txt,
    client: .object([
      "driver": .string("jsonl"), "command": .array([.string("./client")]),
    ]),
    preparation: "swiftc -O -parse-as-library client.swift -o client")
}
