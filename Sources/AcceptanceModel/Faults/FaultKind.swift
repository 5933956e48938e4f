// Owns: what a named fault says of itself, and the parameters it takes.
// To add a kind: one file in this folder, one line in `FaultCatalog.all`.

import StrictJSON

package struct FaultKind: Sendable {
  /// What a right client does when it meets this fault.
  package enum ClientObligation: String, Sendable {
    case keep = "keep the task, send again later with the same key and body"
    case stop = "stop, keep a diagnosis"
    case complete = "complete the task"
    case validate = "validate the answer: complete it, or keep the task"
    case pause = "pause or stop, keep the task"
    case resume = "after the relaunch, send again with the same key and body"
    case none = "nothing: the server must cope"
  }

  package let name: String
  package let summary: String
  /// What the client's HTTP library reports.
  package let clientSees: String
  package let duty: ClientObligation
  package let parameters: [FaultParameter]
  /// Where the fault acts and what it does, from checked arguments.
  package let effect: @Sendable (FaultArguments) -> (point: FaultPoint, action: FaultAction)

  package init(
    name: String, summary: String, clientSees: String, duty: ClientObligation,
    parameters: [FaultParameter] = [],
    effect: @escaping @Sendable (FaultArguments) -> (point: FaultPoint, action: FaultAction)
  ) {
    self.name = name
    self.summary = summary
    self.clientSees = clientSees
    self.duty = duty
    self.parameters = parameters
    self.effect = effect
  }
}

/// One field of a fault in the scenario file, besides `kind` and the selector.
package struct FaultParameter: Sendable {
  package enum Form: Sendable {
    case integer(ClosedRange<Int>)
    case text
    /// An object whose values are strings.
    case texts
    case choice([String])
  }

  package let name: String
  package let form: Form
  package let isRequired: Bool
  package let summary: String

  package init(_ name: String, _ form: Form, isRequired: Bool = false, summary: String) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
    self.summary = summary
  }
}

/// Arguments that were checked against the kind's parameters.
package struct FaultArguments: Sendable {
  private let values: [String: JSONValue]

  package init(_ values: [String: JSONValue] = [:]) { self.values = values }

  package func integer(_ name: String) -> Int? { values[name]?.intValue }

  package func text(_ name: String) -> String? { values[name]?.stringValue }

  package func texts(_ name: String) -> [String: String] {
    var texts: [String: String] = [:]
    for member in values[name]?.objectValue ?? [] { texts[member.name] = member.value.stringValue }
    return texts
  }
}
