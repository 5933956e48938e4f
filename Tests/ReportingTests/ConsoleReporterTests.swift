import AcceptanceModel
import Evidence
import Reporting
import Testing

@Suite("The console")
struct ConsoleReporterTests {
  private func summary(_ reports: [ScenarioReport]) throws -> (ReportSummary, [RedactedScenario]) {
    let session = try ReportSession(
      facts: Sample.facts(), destinations: Destinations(results: nil),
      selected: reports.map { Sample.scenario($0.id.text, title: $0.title) },
      runKey: Sample.runKey)
    try session.begin()
    var scenarios: [RedactedScenario] = []
    for report in reports where report.verdict != .notFinished {
      scenarios.append(try session.ended(report))
    }
    return (try session.finish(interrupted: false), scenarios)
  }

  private func output(_ style: ConsoleStyle, _ reports: [ScenarioReport] = Sample.mixed) throws
    -> String
  {
    let (summary, scenarios) = try summary(reports)
    var console = ConsoleReporter(style: style)
    var text = console.render(
      .began(
        table: "scenarios.json", scenarios: reports.map(\.id), command: "acceptance scenarios.json")
    )
    for scenario in scenarios {
      text += console.render(.scenarioBegan(ScenarioID(scenario.id.text), at: .zero))
      text += console.render(.scenarioEnded(scenario))
    }
    return text + console.render(.ended(summary, elapsed: .milliseconds(12_800)))
  }

  @Test("a run of every verdict reads like this")
  func plain() throws {
    #expect(
      try output(ConsoleStyle()) == """
        acceptance  scenarios.json  5 scenarios

        ✓ passed       0.41 s  lost-answer        a lost answer is sent again
        ✗ failed       12.3 s  key-survives-kill  the key survives a kill
              key-changed       operation A was sent under a second key
              duplicate-record  2 records for 1 operation: sends 1 and 2 were both recorded
        ! error        0.41 s  stalled            a title
              FaultNotReached  fault 1 (stall-before-commit) was never reached, so the scenario proves nothing: the client did not send the request that the fault waits for
        – skipped      0.41 s  damage             a title
              skipped  the client cannot damage its store

        Failures
        ✗ failed       12.3 s  key-survives-kill  the key survives a kill
              key-changed       operation A was sent under a second key
              duplicate-record  2 records for 1 operation: sends 1 and 2 were both recorded
        ! error        0.41 s  stalled            a title
              FaultNotReached  fault 1 (stall-before-commit) was never reached, so the scenario proves nothing: the client did not send the request that the fault waits for

        1 failed, 1 error, 1 not finished, 1 passed, 1 skipped of 5 scenarios in 12.8 s
        explain   acceptance rules key-changed
        rerun     acceptance scenarios.json --only key-survives-kill --only stalled --only late

        """)
  }

  @Test("quiet keeps failures and the summary only")
  func quiet() throws {
    let text = try output(ConsoleStyle(isQuiet: true))
    #expect(!text.contains("passed  "))
    #expect(!text.contains("– skipped"))
    #expect(text.components(separatedBy: "✗ failed").count == 2)
    #expect(text.contains("1 failed, 1 error"))
  }

  @Test("a passing quiet run says one line")
  func quietPass() throws {
    let text = try output(ConsoleStyle(isQuiet: true), [Sample.report("a", .passed)])
    #expect(text == "\n1 passed of 1 scenario in 12.8 s\n")
  }

  @Test("no line is wider than the terminal", arguments: [40, 60, 80, 120])
  func width(columns: Int) throws {
    let reports = Array(Sample.mixed.dropLast())
    let text = try output(ConsoleStyle(width: columns), reports)
    // The command to repeat stays one line, to be copied.
    let lines = text.split(separator: "\n").filter {
      !$0.hasPrefix("rerun") && !$0.contains(" failed, ")
    }
    for line in lines where !line.contains("failed ") { #expect(line.count <= columns, "\(line)") }
  }

  @Test("without colour there is no escape, with it each is closed")
  func color() throws {
    #expect(!(try output(ConsoleStyle()).contains("\u{1B}")))
    let text = try output(ConsoleStyle(hasColor: true))
    #expect(text.contains("\u{1B}[1;31m✗ failed"))
    for line in text.split(separator: "\n") {
      let opened = line.components(separatedBy: "\u{1B}[").count
      let closed = line.components(separatedBy: "\u{1B}[0m").count
      #expect(opened == 2 * closed - 1, "\(line)")
    }
  }

  @Test("on a terminal the live line is taken away before anything else is printed")
  func live() throws {
    let (_, scenarios) = try summary(Sample.mixed)
    var console = ConsoleReporter(style: ConsoleStyle(isLive: true, width: 80))
    _ = console.render(.began(table: "t", scenarios: Sample.mixed.map(\.id), command: "c"))
    let first = console.render(.scenarioBegan(ScenarioID("lost-answer"), at: .zero))
    #expect(first.hasSuffix("0/5  0 s  1 running: lost-answer"))
    let tick = console.render(.tick(elapsed: .milliseconds(81_500)))
    #expect(tick.hasPrefix("\r\u{1B}[2K"))
    #expect(tick.hasSuffix("0/5  1 min 21 s  1 running: lost-answer 1 min 21 s"))
    let ended = console.render(.scenarioEnded(scenarios[0]))
    #expect(ended.hasPrefix("\r\u{1B}[2K✓ passed"))
    #expect(ended.hasSuffix("\n"))
  }

  @Test("what has run longest is named first, with its time")
  func longestFirst() throws {
    var console = ConsoleReporter(style: ConsoleStyle())
    _ = console.render(.scenarioBegan(ScenarioID("old"), at: .seconds(1)))
    _ = console.render(.scenarioBegan(ScenarioID("new"), at: .seconds(40)))
    _ = console.render(.scenarioBegan(ScenarioID("newest"), at: .milliseconds(45_500)))
    let text = console.render(.asked(elapsed: .seconds(46)))
    #expect(text == "0 of 0 ended, 0 failed; 3 running: old 45 s, new 6 s, newest\n")
  }

  @Test("elsewhere nothing is drawn that is not a line")
  func notLive() {
    var console = ConsoleReporter(style: ConsoleStyle())
    #expect(console.render(.scenarioBegan(ScenarioID("a"), at: .zero)) == "")
    #expect(console.render(.tick(elapsed: .seconds(1))) == "")
    #expect(
      console.render(.asked(elapsed: .seconds(80)))
        == "0 of 0 ended, 0 failed; 1 running: a 1 min 20 s\n")
  }

  @Test("no title or reason becomes a build server's command")
  func commands() throws {
    let reports = Sample.hostileTexts.enumerated().map { index, text in
      Sample.report("s\(index)", .skipped(reason: "\(table: text)"), title: text)
    }
    for style in [ConsoleStyle(), ConsoleStyle(width: 40)] {
      for line in try output(style, reports).split(separator: "\n") {
        #expect(!line.drop { $0 == " " }.hasPrefix("::"))
        for command in ["##vso", "##[", "[[ATTACHMENT", "\u{1B}"] {
          #expect(!line.contains(command))
        }
      }
    }
  }

  @Test("many that failed are told by their reasons, the most frequent first")
  func reasons() throws {
    let reports =
      (1...4).map {
        Sample.report("s\($0)", .failed([Sample.finding("gave-up", "no more sends of A")]))
      } + [
        Sample.report("t", .failed([Sample.finding(), Sample.finding("gave-up", "none of A")])),
        Sample.report("u", .error(.serverFailed(reason: "no port"))), Sample.report("v", .passed),
      ]
    let text = try output(ConsoleStyle(), reports)
    let end = try #require(text.range(of: "Failures\n")).upperBound
    #expect(
      text[end...].hasPrefix(
        """
        ✗ gave-up  5 scenarios: s1, s2, s3 and 2 more
              s1: no more sends of A
        ✗ key-changed  1 scenario: t
              operation A was sent under a second key
        ! ServerFailed  1 scenario: u
              the fault server failed: no port

        """))
  }

  @Test("where all failed, or too many to name, the same selection is run again")
  func again() throws {
    let failed = Verdict.failed([Sample.finding()])
    let all = [Sample.report("a", failed), Sample.report("b", failed)]
    #expect(try output(ConsoleStyle(), all).hasSuffix("rerun     acceptance scenarios.json\n"))
    let most = (1...13).map { Sample.report("s\($0)", failed) } + [Sample.report("b", .passed)]
    #expect(try output(ConsoleStyle(), most).hasSuffix("rerun     acceptance scenarios.json\n"))
  }

  @Test("equal findings of a scenario's operations are told once")
  func likewise() throws {
    let findings = ["A", "B", "C"].map { name in
      Finding(
        code: FindingCode("key-changed"), operation: OperationName(name),
        sentence: "operation \(table: name) was sent under a second key", proof: [1])
    }
    let text = try output(ConsoleStyle(), [Sample.report("a", .failed(findings))])
    #expect(
      text.contains(
        """
              key-changed  operation A was sent under a second key
                           likewise B, C

        """))
  }

  @Test("an id that a shell would change is quoted in the command to repeat")
  func quoting() throws {
    let reports = [
      Sample.report("it's; rm", .failed([Sample.finding()])), Sample.report("b", .passed),
    ]
    #expect(try output(ConsoleStyle(), reports).contains(#"--only 'it'\''s; rm'"#))
  }

  @Test(
    "colour: the argument wins, then NO_COLOR, then FORCE_COLOR, then the terminal",
    arguments: [
      (ConsoleStyle.ColorChoice.always, ["NO_COLOR": "1"], false, true),
      (.never, ["FORCE_COLOR": "1"], true, false), (.auto, [:], true, true),
      (.auto, [:], false, false),
      (.auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
      (.auto, ["NO_COLOR": ""], true, true), (.auto, ["FORCE_COLOR": "1"], false, true),
      (.auto, ["FORCE_COLOR": "0"], true, false), (.auto, ["TERM": "dumb"], true, false),
    ])
  func colorChoice(
    choice: ConsoleStyle.ColorChoice, environment: [String: String], isTerminal: Bool,
    expected: Bool
  ) {
    let style = ConsoleStyle(
      color: choice, isQuiet: false, isTerminal: isTerminal, width: 80, environment: environment)
    #expect(style.hasColor == expected)
  }
}
