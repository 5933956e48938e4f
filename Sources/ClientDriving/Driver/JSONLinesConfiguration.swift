import AcceptanceModel
import ScenarioLoading

/// `client.command` of a scenario file: a program that speaks the contract's lines.
package struct JSONLinesConfiguration: ClientConfiguration {
  /// An argv array with the placeholders `{bin} {endpoint} {port} {home}`; never a shell string.
  package var command: [String]

  package init(command: [String]) { self.command = command }

  package var words: [String] { command }
  package var program: String? { command.first }
  package var isLocal: Bool { true }

  package func mappingWords(_ change: ([String]) -> [String]) -> JSONLinesConfiguration {
    JSONLinesConfiguration(command: change(command))
  }

  static let part = ClientPart(key: "command") { reader in
    let command = reader.optional(
      "command", .argv,
      "the program and its arguments, with the placeholders {bin} {endpoint} {port} {home}")
    return JSONLinesConfiguration(command: command ?? [])
  }
}

extension ClientSpec {
  /// A program that speaks the contract's lines.
  package init(
    command: [String], environment: [String: String] = [:],
    limits: DeclaredLimits = DeclaredLimits(), okExit: Set<Int32> = [0]
  ) {
    self.init(
      driver: JSONLinesDriver.name, configuration: JSONLinesConfiguration(command: command),
      environment: environment, limits: limits, okExit: okExit)
  }
}
