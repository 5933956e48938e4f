// Owns: the command line: names, defaults, help. The defaults are short, for test runs; an app
// uses those of QueueLimits.

import ClientContract
import OfflineQueue

import struct AcceptanceModel.DeclaredLimits

package struct ClientOptions: Sendable {
  private(set) var numbers: [NumberOption: Int] = [:]
  package private(set) var rules = AnswerRules()
  package private(set) var keyHeader = "Idempotency-Key"
  package private(set) var asksForHelp = false

  enum NumberOption: String, CaseIterable {
    case firstRetry = "--first-retry-ms"
    case retryCap = "--retry-cap-ms"
    case responseTimeout = "--response-timeout-ms"
    case lease = "--lease-ms"
    case maxInFlight = "--max-in-flight"
    case maxSendsPerSecond = "--max-sends-per-second"

    var standard: Int {
      switch self {
      case .firstRetry: 50
      case .retryCap: 400
      case .responseTimeout: 1000
      case .lease: 2000
      case .maxInFlight: 4
      case .maxSendsPerSecond: 10
      }
    }

    var help: String {
      switch self {
      case .firstRetry: "upper bound of the first pause; doubles with each failure"
      case .retryCap: "longest pause between two sends of a task"
      case .responseTimeout: "how long one send may take in all"
      case .lease: "how long a dead sender's right to send lasts"
      case .maxInFlight: "sends under way at once"
      case .maxSendsPerSecond: "sends of one task in any second"
      }
    }
  }

  package init(arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? argument
      if name == "--help" || name == "-h" {
        asksForHelp = true
        continue
      }
      guard Self.names.contains(name) else { throw .unknownOption(name, known: Self.names) }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        throw .missingValue(option: name)
      }
      try set(name, to: value)
    }
  }

  private static let names =
    NumberOption.allCases.map(\.rawValue) + ["--conflict", "--empty-success", "--key-header"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    if let option = NumberOption(rawValue: name) {
      guard let number = Int(value), (1...86_400_000).contains(number) else {
        throw .unfitValue(option: name, accepted: "a whole number from 1 to 86400000")
      }
      numbers[option] = number
      return
    }
    switch (name, value) {
    case ("--conflict", "stop"): rules.conflict = .finalRefusal
    case ("--conflict", "retry"): rules.conflict = .stillInProgress
    case ("--conflict", _): throw .unfitValue(option: name, accepted: "stop or retry")
    case ("--empty-success", "retry"): rules.emptySuccess = .unknown
    case ("--empty-success", "done"): rules.emptySuccess = .success
    case ("--empty-success", _): throw .unfitValue(option: name, accepted: "retry or done")
    default: keyHeader = value
    }
  }
}

// MARK: - What follows from them

extension ClientOptions {
  private func number(_ option: NumberOption) -> Int { numbers[option] ?? option.standard }

  private func duration(_ option: NumberOption) -> Duration { .milliseconds(number(option)) }

  package var limits: QueueLimits {
    get throws(QueueError) {
      try QueueLimits(
        firstRetry: duration(.firstRetry), retryCap: duration(.retryCap),
        responseTimeout: duration(.responseTimeout), lease: duration(.lease),
        maxInFlight: number(.maxInFlight), maxSendsPerSecond: number(.maxSendsPerSecond))
    }
  }

  package var greetedLimits: DeclaredLimits {
    DeclaredLimits(
      retryCap: duration(.retryCap), responseTimeout: duration(.responseTimeout),
      lease: duration(.lease), maxSendsPerSecond: number(.maxSendsPerSecond), retries: .bySelf)
  }

  /// The lines for each option and variable; what the program is and how it is called comes before.
  package static var help: String {
    let numbers = NumberOption.allCases.map { option in
      "  \(padded(option.rawValue + " N"))\(option.help) (default \(option.standard))\n"
    }
    return """
      options:
      \(numbers.joined())  \(padded("--conflict WORD"))409: "stop", or "retry" where it means in \
      progress (default stop)
        \(padded("--empty-success WORD"))204 or an empty 2xx: "retry" or "done" (default retry)
        \(padded("--key-header NAME"))the header of the key (default Idempotency-Key)
        \(padded("--help"))this text

      environment:
        \(padded("ACCEPTANCE_ENDPOINT"))the URL that writes are posted to
        \(padded("ACCEPTANCE_HOME"))the folder that keeps the queue
        \(padded("ACCEPTANCE_TOKEN"))a credential, sent as bearer token and never stored (optional)
        \(padded("ACCEPTANCE_CLOCK_OFFSET_S"))shift of the wall clock, in seconds (optional)

      """
  }

  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(28 - text.count, 1))
  }
}
