// Owns: one scenario as a `testcase`: exactly one result and one `system-out`.

import AcceptanceModel
import Evidence

struct JUnitCase: Sendable {
  /// Readers cut or refuse longer ones.
  static let messageLimit = 500
  static let outputLimit = 65_536
  /// Azure Pipelines cuts longer names, after which two may be equal.
  static let nameLimit = 256

  let element: String
  /// For a dialect that has it after all cases.
  let output: String

  /// - Parameters:
  ///   - scenarios: One, or the repetitions of one where the dialect has elements for them.
  ///   - evidence: By ordinal.
  init(
    _ scenarios: [RedactedScenario], name: String, run: RedactedRun, options: JUnitOptions,
    evidence: [Int: EvidenceFolder.FileFacts]
  ) {
    let output = XMLWriter.shortened(
      scenarios.map { Self.output($0, run, options, evidence[$0.ordinal]) }
        .joined(separator: "\n\n"), to: Self.outputLimit)
    self.output = output
    let dialect = options.dialect
    let duration = scenarios.reduce(.zero) { $0 + max(.zero, $1.duration) }
    var xml = XMLWriter(depth: dialect.caseDepth)
    xml.element(
      "testcase",
      Self.attributes(name, run, duration)
        + (scenarios.first.map { first in dialect.testCase.map { $0.member(first, run) } } ?? [])
    ) { xml in
      if dialect.hasCaseProperties, let first = scenarios.first {
        Self.properties(of: first, evidence[first.ordinal], &xml)
      }
      JUnitResult.write(
        scenarios.map { JUnitResult($0.verdict) },
        earlier: dialect.tellsFlakes
          ? scenarios.flatMap(\.earlierTries).map { JUnitResult($0.verdict) } : [],
        to: &xml)
      Self.write(output, dialect, &xml)
    }
    element = xml.text
  }

  static func attributes(
    _ name: String, _ run: RedactedRun, _ duration: Duration = .zero
  ) -> [(String, String?)] {
    [
      ("name", name), ("classname", "acceptance." + tableName(run)), ("time", seconds(duration)),
    ]
  }

  /// The output, where the dialect has it in the case.
  static func write(_ output: String, _ dialect: JUnitDialect, _ xml: inout XMLWriter) {
    switch dialect.output {
    case .inCase: xml.leaf("system-out", text: output)
    case .afterCases: break
    }
  }

  static func findingCount(_ verdict: RedactedVerdict) -> Int {
    switch verdict {
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _): findings.count
    case .notFinished, .passed, .error, .skipped: 0
    }
  }

  private static func properties(
    of scenario: RedactedScenario, _ evidence: EvidenceFolder.FileFacts?, _ xml: inout XMLWriter
  ) {
    let values: KeyValuePairs<String, String?> = [
      "acceptance.scenario": scenario.id.text, "acceptance.group": scenario.group.text,
      "acceptance.why": scenario.why.text,
      "acceptance.faults": scenario.faultKinds.map(\.text).joined(separator: " "),
      "acceptance.tries": String(scenario.earlierTries.count + 1),
      "acceptance.evidence.file": evidence?.name, "acceptance.evidence.head": evidence?.head,
    ]
    xml.element("properties") { xml in
      for (name, value) in values where value != nil {
        xml.empty("property", ["name": name, "value": value])
      }
    }
  }

  /// A scenario that was selected twice counts on in its name: readers keep the first of equal ones.
  static func uniqueNames(
    _ scenarios: [RedactedScenario]
  ) -> [(scenario: RedactedScenario, name: String)] {
    var seen: [String: Int] = [:]
    var names: Set<String> = []
    return scenarios.map { scenario in
      let count = (seen[scenario.id.text] ?? 0) + 1
      seen[scenario.id.text] = count
      let id = count == 1 ? scenario.id.text : "\(scenario.id) (\(count))"
      let title = scenario.title.text.isEmpty ? "" : ": \(scenario.title)"
      return (scenario, uniqueName(id + title, &names))
    }
  }

  /// The name within its limit; where cutting made it another's, it counts on at its end.
  private static func uniqueName(_ whole: String, _ names: inout Set<String>) -> String {
    var name = cut(whole, to: nameLimit)
    var count = 1
    while !names.insert(name).inserted {
      count += 1
      let end = " (\(count))"
      name = cut(whole, to: nameLimit - end.utf16.count) + end
    }
    return name
  }

  /// - Parameter count: In UTF-16 code units, as .NET and Java count.
  private static func cut(_ text: String, to count: Int) -> String {
    guard text.utf16.count > count else { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += character.utf16.count
      if used > count { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Every line begins with our own word, so that no reader takes one for an instruction.
  private static func output(
    _ scenario: RedactedScenario, _ run: RedactedRun, _ options: JUnitOptions,
    _ evidence: EvidenceFolder.FileFacts?
  ) -> String {
    var lines = ["scenario: \(scenario.id)", "verdict: \(scenario.verdict.word)"]
    if !scenario.why.text.isEmpty { lines.append("why: \(scenario.why)") }
    if let position = scenario.position { lines.append("defined: \(run.table):\(position)") }
    let traffic = Traffic(scenario.history)
    lines.append(
      "seen: \(ConsoleReporter.counted(traffic.sendCount, "complete send")), "
        + "\(ConsoleReporter.counted(traffic.recordCount, "record")), "
        + "launched \(ConsoleReporter.counted(traffic.launchCount, "time")), \(scenario.output.stdoutBytes) bytes on stdout, "
        + "\(scenario.output.stderrBytes) bytes on stderr")
    for earlier in TryWords.all(of: scenario) {
      lines.append("\(earlier.label): \(earlier.sentence)")
    }
    if let evidence {
      lines.append(
        "evidence: \(ResultsLayout.evidenceName)/\(evidence.name), \(evidence.lineCount) lines, "
          + "head \(evidence.head)")
      if let base = options.attachmentBase {
        // Jenkins' plug-in obeys this where it is alone on its line: ours, and no client's.
        let file = FilePath(base).child("\(ResultsLayout.evidenceName)/\(evidence.name)")
        lines.append("[[ATTACHMENT|\(file)]]")
      }
    }
    return lines.joined(separator: "\n")
  }

  static func nothingSelected(_ run: RedactedRun, _ options: JUnitOptions) -> JUnitCase {
    let message = "no scenario was selected, so nothing was tested"
    let output = "verdict: error"
    var xml = XMLWriter(depth: options.dialect.caseDepth)
    xml.element("testcase", attributes("nothing-selected", run)) { xml in
      xml.leaf("error", ["type": "NothingSelected", "message": message], text: message)
      write(output, options.dialect, &xml)
    }
    return JUnitCase(element: xml.text, output: output)
  }

  init(element: String, output: String) {
    self.element = element
    self.output = output
  }

  // MARK: - Forms

  /// The table's file name without its ending; a dot would make a package of it.
  static func tableName(_ run: RedactedRun) -> String {
    var name = run.table.text[...]
    if name.hasSuffix(".json") { name.removeLast(5) }
    let safe = name.map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "-")
        ? character : "_"
    }
    return safe.isEmpty ? "table" : String(safe)
  }

  /// Seconds with three decimals, never negative, never with an exponent.
  static func seconds(_ duration: Duration) -> String {
    let milliseconds = max(0, duration.milliseconds)
    let places = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - places.count) + places
  }
}

/// What passed between client and server, counted.
struct Traffic {
  private(set) var sendCount = 0
  private(set) var recordCount = 0
  private(set) var launchCount = 0

  init(_ history: History) {
    for entry in history.entries {
      switch entry.observation {
      case .server(.arrived): sendCount += 1
      case .server(.committed): recordCount += 1
      case .client(.launched): launchCount += 1
      default: break
      }
    }
  }
}
