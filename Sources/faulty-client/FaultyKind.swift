// Owns: what a client that differs from the right one is: its name, what differs, how it is made.
// Does not own: which there are (FaultyCatalog, UnusualCatalog).

import ClientHarness

/// What a client was started with.
struct Launch: Sendable {
  let options: ClientOptions
  let environment: ClientEnvironment
}

/// Makes another client out of the right one, once per launch, before anything is opened.
typealias ClientChange = @Sendable (inout ClientParts, Launch) throws -> Void

/// A client that is the right one but for one fault.
struct FaultyKind: Sendable {
  /// Lower-case words and hyphens, as given on the command line.
  let name: String
  /// A sentence's half: what it does wrong.
  let summary: String
  /// The codes that name this fault, the most exact one first; any of them is the right catch.
  let codes: [String]
  let change: ClientChange

  init(
    _ name: String, _ summary: String, caughtBy codes: String..., change: @escaping ClientChange
  ) {
    self.name = name
    self.summary = summary
    self.codes = codes
    self.change = change
  }
}

/// A client that differs from the right one without being wrong: nothing may be found in it.
struct UnusualMode: Sendable {
  let name: String
  /// A sentence's half: what it does otherwise.
  let summary: String
  let change: ClientChange

  init(_ name: String, _ summary: String, change: @escaping ClientChange) {
    self.name = name
    self.summary = summary
    self.change = change
  }
}
