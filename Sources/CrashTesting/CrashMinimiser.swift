// Owns: the simplest scenario and point that still show a finding. Does not own: running them.

import AcceptanceModel
import AcceptanceRunner
import FaultServer
import StrictJSON

package struct CrashMinimiser: Sendable {
  /// Runs a scenario of the scenario file; `nil` where it is none.
  package typealias Running = @Sendable (JSONValue, CrashTrial?) async -> CrashRunReport?

  /// A scenario with the point at which it fails.
  package struct Case: Sendable {
    package let scenario: JSONValue
    package let trial: CrashTrial
    package let call: String?
    package let sentence: String

    package init(scenario: JSONValue, trial: CrashTrial, call: String?, sentence: String) {
      self.scenario = scenario
      self.trial = trial
      self.call = call
      self.sentence = sentence
    }
  }

  /// How often a simpler scenario must fail in the same way to be taken.
  package static let confirmations = 3
  /// Points of a simpler scenario that are tried for the one of the original.
  static let likelyLimit = 6

  private let runLimit: Int
  private let run: Running

  /// - Parameter runLimit: After so many runs, the simplest so far is returned.
  package init(runLimit: Int = 150, run: @escaping Running) {
    self.runLimit = runLimit
    self.run = run
  }

  /// - Returns: The simplest, and how many of its three further runs failed in the same way.
  package func simplest(_ start: Case, showing code: FindingCode) async -> (Case, Int) {
    var best = start
    var runsLeft = runLimit
    var isImproved = true
    while isImproved, runsLeft > 0, !Task.isCancelled {
      isImproved = false
      for scenario in Self.simpler(best.scenario) {
        guard runsLeft > 0, !Task.isCancelled else { break }
        if let found = await failing(scenario, like: best, code, &runsLeft) {
          best = found
          isImproved = true
          break
        }
      }
    }
    var confirmed = 0
    for _ in 0..<Self.confirmations where !Task.isCancelled {
      if await sentence(of: code, best.scenario, best.trial) != nil { confirmed += 1 }
    }
    return (best, confirmed)
  }

  private func failing(
    _ scenario: JSONValue, like known: Case, _ code: FindingCode, _ runsLeft: inout Int
  ) async -> Case? {
    runsLeft -= 1
    guard let probe = await run(scenario, nil), probe.scenario.verdict == .passed else {
      return nil
    }
    for trial in Self.likely(known, in: probe) {
      var found: Case?
      for _ in 0..<Self.confirmations {
        guard runsLeft > 0, !Task.isCancelled else { return nil }
        runsLeft -= 1
        guard let report = await run(scenario, trial),
          let sentence = Self.sentence(of: code, in: report)
        else {
          found = nil
          break
        }
        let call = CrashTest.result(report, of: trial).call
        found = Case(scenario: scenario, trial: trial, call: call, sentence: sentence)
      }
      if let found { return found }
    }
    return nil
  }

  private func sentence(
    of code: FindingCode, _ scenario: JSONValue, _ trial: CrashTrial
  ) async -> String? {
    await run(scenario, trial).flatMap { Self.sentence(of: code, in: $0) }
  }

  private static func sentence(of code: FindingCode, in report: CrashRunReport) -> String? {
    guard case .failed(let findings) = report.scenario.verdict else { return nil }
    return findings.first { $0.code == code }?.sentence.text
  }

  // MARK: - Simpler scenarios

  /// First the simplest that there is, then those that lack one fault, then those that lack one step.
  static func simpler(_ scenario: JSONValue) -> [JSONValue] {
    let faults = scenario["faults"]?.arrayValue ?? []
    let steps = scenario["steps"]?.arrayValue ?? []
    var candidates: [JSONValue] = []
    if let plain = plain(scenario, steps), plain != scenario { candidates.append(plain) }
    for index in faults.indices {
      candidates.append(scenario.with("faults", .array(faults.without(index))))
    }
    for index in steps.indices.dropFirst().reversed() {
      candidates.append(scenario.with("steps", .array(steps.without(index))))
    }
    return candidates
  }

  /// One launch, the first tap, and its end.
  private static func plain(_ scenario: JSONValue, _ steps: [JSONValue]) -> JSONValue? {
    guard let tap = steps.first(where: { $0["do"]?.stringValue == "submit" }),
      let name = tap["operation"]?.stringValue
    else { return nil }
    let end: JSONValue = .object([
      JSONMember("do", .string("await")),
      JSONMember(
        "state",
        .object([JSONMember("operation", .string(name)), JSONMember("is", .string("done"))])
      ),
    ])
    let launch = JSONValue.object([JSONMember("do", .string("launch"))])
    return scenario.with("faults", .array([])).with("steps", .array([launch, tap, end]))
  }

  // MARK: - Points

  /// Where the simpler scenario may fail in the same way, the most likely first.
  static func likely(_ known: Case, in probe: CrashRunReport) -> [CrashTrial] {
    var trials: [CrashTrial] = []
    // Without the second death first.
    for count in 1...known.trial.points.count {
      let rest = Array(known.trial.points.prefix(count).dropFirst())
      trials += likely(known.trial.points[0], call: known.call, in: probe).map {
        CrashTrial(known.trial.event, points: [$0] + rest)
      }
    }
    return trials
  }

  private static func likely(
    _ point: CrashPoint, call: String?, in probe: CrashRunReport
  ) -> [CrashPoint] {
    let lines = probe.calls.compactMap { CallLine($0) }.filter { call == nil || $0.text == call }
    let numbers: [Int]
    switch point {
    case .call: numbers = lines.map(\.number)
    case .sync: numbers = lines.compactMap(\.syncNumber)
    case .server, .command: numbers = probe.passed.compactMap { $0.number(like: point) }
    case .fault:
      numbers = probe.passed.compactMap {
        if case .server(.headersRead, let number) = $0 { number } else { nil }
      }
    }
    let nearest = numbers.sorted {
      (abs($0 - point.number), $0) < (abs($1 - point.number), $1)
    }
    return nearest.prefix(likelyLimit).map { point.numbered($0) }
  }
}

extension CrashPoint {
  fileprivate var number: Int {
    switch self {
    case .server(_, let number), .command(_, _, let number), .call(let number, _),
      .sync(let number):
      return number
    case .fault(let fault):
      guard case .request(let range) = fault.selector else { return 1 }
      return range.lowerBound
    }
  }

  /// Its number, where it differs from the other in nothing else.
  fileprivate func number(like other: CrashPoint) -> Int? {
    numbered(other.number) == other ? number : nil
  }

  fileprivate func numbered(_ number: Int) -> CrashPoint {
    switch self {
    case .server(let moment, _): .server(moment, number: number)
    case .command(let verb, let moment, _): .command(verb, moment, number: number)
    case .call(_, let side): .call(number: number, side)
    case .sync: .sync(number: number)
    case .fault(let fault):
      .fault(
        PlannedFault(
          kind: fault.kind, selector: .request(number...number), point: fault.point,
          action: fault.action))
    }
  }
}

extension JSONValue {
  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
    let members = objectValue ?? []
    guard members.contains(where: { $0.name == name }) else {
      return .object(members + [JSONMember(name, value)])
    }
    return .object(members.map { $0.name == name ? JSONMember(name, value) : $0 })
  }
}

extension Array {
  fileprivate func without(_ index: Int) -> [Element] {
    Array(self[..<index] + self[(index + 1)...])
  }
}
