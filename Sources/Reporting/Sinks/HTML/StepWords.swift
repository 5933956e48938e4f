// Owns: what a scenario's steps wait for and check, in a person's words.

import AcceptanceModel
import StrictJSON

extension Awaited {
  /// A noun, e.g. `send 2 of A`.
  var words: String {
    switch self {
    case .send(let operation, let number): "send \(number) of \(operation)"
    case .handled(let operation, let number): "the answer to send \(number) of \(operation) handled"
    case .recorded(let operation): "a record of \(operation)"
    case .state(let operation, let state): "\(operation) to be \(state.rawValue)"
    case .idle: "nothing left to send"
    case .settled: "every task to be done or stopped"
    case .silence(let operation, _): operation.map { "silence about \($0)" } ?? "silence"
    case .exit(let process): "the end of the \(process)"
    }
  }
}

extension Check {
  /// A few words, e.g. `1 record of A`.
  var words: String {
    switch self {
    case .kept(let operation): "\(operation) kept"
    case .state(let operation, let state): "\(operation) \(state.rawValue)"
    case .records(let operation, let count): Self.counted(count, "record", operation)
    case .sends(let operation, let least, let most): Self.sends(operation, least, most)
    case .answer(let operation, let number, let status, _):
      "send \(number) of \(operation) answered \(status)"
    case .inFlight(let most): "at most \(Self.counted(most, "send")) at once"
    }
  }

  /// A clause.
  var sentence: String {
    switch self {
    case .kept(let operation): "\(operation) was to be listed still, or its success delivered"
    case .state(let operation, let state):
      "the client was to list \(operation) as \(state.rawValue)"
    case .records: "the server was to hold \(words)"
    case .sends: "there were to be \(words)"
    case .answer(let operation, let number, let status, let fields):
      "send \(number) of \(operation) was to be answered \(status)"
        + (fields.isEmpty ? "" : " with \(fields.map(\.name).joined(separator: ", "))")
    case .inFlight: "\(words) were to be in flight"
    }
  }

  private static func sends(_ operation: OperationName?, _ least: Int, _ most: Int?) -> String {
    switch most {
    case nil: "at least \(counted(least, "send", operation))"
    case .some(least): counted(least, "send", operation)
    case .some(let most): "\(least) to \(counted(most, "send", operation))"
    }
  }

  private static func counted(
    _ count: Int, _ noun: String, _ operation: OperationName? = nil
  ) -> String {
    ConsoleReporter.counted(count, noun) + (operation.map { " of \($0)" } ?? "")
  }
}
