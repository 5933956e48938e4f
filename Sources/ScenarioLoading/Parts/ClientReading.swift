// Owns: the `client` of a scenario file. Does not own: what drivers there are (ClientDriving).

import AcceptanceModel
import StrictJSON

/// A driver as a scenario file knows it.
package struct DriverForm: Sendable {
  /// The word in `client.driver`.
  package let name: String
  package let part: ClientPart

  package init(name: String, part: ClientPart) {
    self.name = name
    self.part = part
  }
}

/// The keys of `client` that say what a driver drives.
package struct ClientPart: Sendable {
  /// The one that must be there. Drivers with the same key share its form.
  package let key: String
  /// Asks for all of its keys; what is missing or wrong is left empty, and a problem is added.
  package let read: @Sendable (inout ObjectReader) -> any ClientConfiguration

  package init(
    key: String, read: @escaping @Sendable (inout ObjectReader) -> any ClientConfiguration
  ) {
    self.key = key
    self.read = read
  }
}

extension Form where Value == ClientSpec {
  /// - Parameter drivers: The first is the default.
  static func client(_ drivers: [DriverForm]) -> Form {
    .object { reader in
      let driver = reader.optional(
        "driver", .word(drivers.map(\.name), noun: "driver"),
        "how the runner talks to the client; \(drivers.first?.name ?? "jsonl") if left out")
      var configurations: [(key: String, value: any ClientConfiguration)] = []
      for part in drivers.map(\.part) where !configurations.contains(where: { $0.key == part.key })
      {
        configurations.append((part.key, part.read(&reader)))
      }
      let keys = configurations.map(\.key)
      let isSaid = reader.exactlyOne(of: keys)
      let chosen = driver.flatMap { name in drivers.first { $0.name == name } } ?? drivers.first
      if isSaid, let chosen, !reader.has(chosen.part.key) {
        reader.problems.add(
          reader.position(of: "driver"),
          "the driver \"\(chosen.name)\" needs \"\(chosen.part.key)\" in \"client\"; found "
            + Found.list(keys.filter(reader.has)))
      }
      let environment = reader.optional(
        "environment", .environment,
        "variables for the client, besides the contract's own; the same placeholders")
      let limits = reader.optional(
        "limits", .limits, "what the client promises; wins over what it declares itself")
      let okExit = reader.optional(
        "okExit", .set(of: .integer(0...255), count: 1...256, of: "exit statuses"),
        "exit statuses of an orderly quit; 0 if left out")
      guard isSaid, let chosen,
        let configuration = configurations.first(where: { $0.key == chosen.part.key })?.value
      else { return nil }
      return ClientSpec(
        driver: chosen.name, configuration: configuration, environment: environment ?? [:],
        limits: limits ?? DeclaredLimits(), okExit: Set((okExit ?? [0]).map(Int32.init)))
    }
  }
}

extension Form where Value == [String] {
  /// The arguments themselves may be confidential: no message quotes one.
  package static var argv: Form {
    let list = Form.list(of: .argument(0...4096), count: 1...256, of: "arguments")
    return Form(list.kinds, wanted: "an argv array", schema: list.schema()) {
      node, subject, problems in
      if case .string = node.content {
        problems.add(
          node.position,
          "\(subject) must be an argv array such as [\"{bin}/queue-client\", \"--store\"]; "
            + "found one string, and no shell is there to split it")
        return nil
      }
      guard let arguments = list.read(node, subject, &problems) else { return nil }
      guard let program = arguments.first, program.isEmpty else { return arguments }
      problems.add(
        node.position, "element 1 of \(subject) must name a program; found an empty string")
      return nil
    }
  }
}

extension Form where Value == [String: String] {
  fileprivate static var environment: Form {
    Form<[(name: String, value: String)]>
      .map(from: .environmentVariable, to: .argument(0...4096), count: 0...100, of: "variables")
      .map { entries in
        Dictionary(entries.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      }
  }
}

extension Form where Value == DeclaredLimits {
  fileprivate static var limits: Form {
    .object { reader in
      var limits = DeclaredLimits()
      limits.retryCap = reader.optional(
        "retryCapMs", .milliseconds(1...DeclaredLimits.retryCapMs.upperBound),
        "the longest pause between two sends of a task")
      limits.responseTimeout = reader.optional(
        "responseTimeoutMs", .milliseconds(DeclaredLimits.responseTimeoutMs),
        "how long the client waits for an answer")
      limits.lease = reader.optional(
        "leaseMs", .milliseconds(DeclaredLimits.leaseMs),
        "how long a dead sender's right to send lasts")
      limits.maxSendsPerSecond = reader.optional(
        "maxSendsPerSecond", .integer(DeclaredLimits.maxSendsPerSecond),
        "sends of one task in any second, at most")
      limits.quit = reader.optional(
        "quitMs", .milliseconds(DeclaredLimits.quitMs),
        "how long an orderly quit takes, at most")
      limits.retries = reader.optional(
        "retries", .word(noun: "way to retry"),
        "self: tries again by itself; onSync: once per launch and once per sync")
      limits.answerWithin = reader.optional(
        "answerWithinMs", .milliseconds(1...600_000), "how long a command may stay unanswered")
      return limits
    }
  }
}
