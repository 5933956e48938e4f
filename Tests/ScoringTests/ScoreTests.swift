import AcceptanceModel
import Scoring
import StrictJSON
import Testing

@Suite("What follows from a matrix")
struct ScoreTests {
  @Test("a wrong client is caught, found by luck, or survives")
  func standings() {
    let score = Matrices.mixed
    #expect(score.names(.caught) == ["alone", "both"])
    #expect(score.names(.caughtOtherwise) == ["lucky"])
    #expect(score.names(.survives) == ["survivor"])
    #expect(!score.isGood)
    #expect(Matrices.good.isGood)
  }

  @Test("a scenario's own catch is a client that no other scenario catches")
  func ownCatches() {
    #expect(Matrices.mixed.soleCatches(of: ScenarioID("one")) == ["alone"])
    #expect(Matrices.mixed.soleCatches(of: ScenarioID("two")) == [])
  }

  @Test("a scenario without a catch of its own is told, unless it says why it stays")
  func idleScenarios() {
    #expect(Matrices.mixed.idleScenarios == [])
    let score = Matrices.score(
      [Matrices.scenario("one"), Matrices.scenario("two"), Matrices.scenario("three")],
      [
        (Matrices.wrong("a", .keyChanged), [.caught, .passed, .caught]),
        (Matrices.wrong("b", .keyChanged), [.passed, .caught, .otherwise]),
      ])
    #expect(score.idleScenarios.map(\.id.text) == ["one", "three"])
  }

  @Test("nothing is said of idle scenarios where the matrix can't tell")
  func idleUnknown() {
    let rows = [(Matrices.wrong("a", .keyChanged), [Outcome.caught, .notRun])]
    let scenarios = [Matrices.scenario("one"), Matrices.scenario("two")]
    #expect(Matrices.score(scenarios, rows, isQuick: true).idleScenarios == [])
    let right = [(Matrices.right("r"), [Outcome.passed, .passed])]
    #expect(Matrices.score(scenarios, right).idleScenarios == [])
  }

  @Test("whatever is found in a right client is a false alarm, an error too, a skip is none")
  func falseAlarms() {
    let alarms = Matrices.mixed.falseAlarms
    #expect(alarms.map(\.client) == ["accused"])
    #expect(alarms.map(\.scenario.text) == ["two"])
    let inconclusive = Matrices.score(
      [Matrices.scenario("one")], [(Matrices.right("r"), [.inconclusive("the machine is late")])])
    #expect(inconclusive.falseAlarms.count == 1)
    #expect(!inconclusive.isGood)
  }

  @Test("a scenario for which the runner could not tell catches nobody")
  func untoldCatchesNobody() {
    let row = Matrices.mixed.rows[3]
    #expect(row.catches == [] && row.otherFinds == [])
    #expect(row.standing == .survives)
  }
}

@Suite("A score that was interrupted")
struct PartialScoreTests {
  private static let score = Matrices.score(
    [Matrices.scenario("one"), Matrices.scenario("two")],
    [
      (Matrices.wrong("caught", .keyChanged), [.caught, .notRun]),
      (Matrices.wrong("open", .keyChanged), [.passed, .notRun]),
      (Matrices.wrong("lucky", .keyChanged), [.notRun, .otherwise]),
      (Matrices.right("right"), [.passed, .notRun]),
    ])

  @Test("nobody survives what was not run")
  func standings() {
    #expect(Self.score.names(.caught) == ["caught"])
    #expect(Self.score.names(.open) == ["open", "lucky"])
    #expect(Self.score.names(.survives) == [])
  }

  @Test("it says that it is one, is not good, and knows no idle scenario")
  func isPartial() {
    #expect(Self.score.isPartial && !Self.score.isGood)
    #expect(Self.score.idleScenarios == [])
    let text = ScoreConsole.summary(Self.score).joined(separator: "\n")
    #expect(text.contains("interrupted: 4 of 8 runs had ended"))
    #expect(text.contains("2 not known"))
    #expect(!text.contains("survives"))
  }

  @Test("what a quick run leaves out of a caught client makes it no partial one")
  func quickIsNone() {
    let quick = Matrices.score(
      [Matrices.scenario("one"), Matrices.scenario("two")],
      [
        (Matrices.wrong("caught", .keyChanged), [.caught, .notRun]),
        (Matrices.right("right"), [.passed, .passed]),
      ], isQuick: true)
    #expect(!quick.isPartial && quick.isGood)
  }
}

@Suite("What a verdict makes of a client")
struct OutcomeTests {
  private static func failed(_ codes: FindingCode...) -> Verdict {
    .failed(codes.map { Finding(code: $0, operation: nil, sentence: "so it was", proof: [1]) })
  }

  @Test("a code of the client's own is the right reason, and stands first")
  func rightReason() {
    let role = ScoredClient.Role.wrong(codes: [.keyChanged])
    #expect(
      Outcome(Self.failed(.gaveUp, .keyChanged, .gaveUp), role: role)
        == .caught([.keyChanged, .gaveUp]))
    #expect(Outcome(Self.failed(.gaveUp), role: role) == .foundOtherwise([.gaveUp]))
  }

  @Test("in a right client every finding is another reason")
  func rightClient() {
    #expect(
      Outcome(Self.failed(.keyChanged), role: .right) == .foundOtherwise([.keyChanged]))
    #expect(Outcome(.passed, role: .right) == .passed)
    #expect(Outcome(.skipped(reason: "no token"), role: .right) == .skipped)
  }

  @Test("an error is no catch, and an interrupted scenario was not run")
  func errors() {
    let role = ScoredClient.Role.wrong(codes: [.keyChanged])
    guard case .inconclusive = Outcome(.error(.serverFailed(reason: "port")), role: role) else {
      Issue.record("an error was taken for an outcome")
      return
    }
    #expect(Outcome(.error(.interrupted), role: role) == .notRun)
    #expect(Outcome(.notFinished, role: role) == .notRun)
  }
}

@Suite("A score that is told")
struct ScoreRenderingTests {
  @Test("the summary names each survivor with what it does wrong, and the scenario that notices")
  func summary() {
    var score = Matrices.mixed
    score.advice = ["survivor": Matrices.scenario("relaunch")]
    let text = ScoreConsole.summary(score).joined(separator: "\n")
    #expect(text.contains("survivor survives: it is wrong as survivor"))
    #expect(text.contains("the built-in scenario relaunch would notice: title of relaunch"))
    #expect(text.contains("lucky is found by luck only"))
    #expect(text.contains("accused is right, but two says: gave-up"))
    #expect(
      text.contains(
        "2 of 4 wrong clients caught, 1 found for another reason only, 1 survive; "
          + "1 false alarm in 2 right clients"))
  }

  @Test("a client's line says how it came through")
  func lines() {
    let score = Matrices.mixed
    let lines = score.rows.map { row in
      ScoreConsole.line(row.client, row.outcomes, scenarios: score.scenarios, nameWidth: 8)
    }
    #expect(lines[0] == "✓ alone     caught by 1 scenario, one (key-changed)")
    #expect(lines[1] == "✓ both      caught by 2 scenarios (key-changed)")
    #expect(lines[2] == "~ lucky     found for another reason only, in 1: one: gave-up")
    #expect(lines[3] == "✗ survivor  survives")
    #expect(lines[4] == "✗ accused   right, but 1 false alarm, two: gave-up")
    #expect(lines[5] == "✓ innocent  right, and nothing was found")
  }

  @Test("the JSON holds the whole matrix, and what follows from it")
  func json() throws {
    let value = try JSONParser.parse(ScoreJSON.bytes(Matrices.mixed)).value
    #expect(value["schema"] == .string("acceptance-score/1"))
    #expect(value["good"] == .bool(false))
    #expect(value["survivors"]?.arrayValue == [.string("survivor")])
    #expect(value["foundOtherwiseOnly"]?.arrayValue == [.string("lucky")])
    let clients = try #require(value["clients"]?.arrayValue)
    #expect(clients.count == 6)
    #expect(clients[0]["outcomes"]?["one"]?["outcome"] == .string("caught"))
    #expect(clients[0]["outcomes"]?["one"]?["codes"]?.arrayValue == [.string("key-changed")])
    #expect(clients[3]["outcomes"]?["two"]?["reason"] == .string("fault 1 never acted"))
    let scenarios = try #require(value["scenarios"]?.arrayValue)
    #expect(scenarios[0]["ownCatches"]?.arrayValue == [.string("alone")])
    #expect(scenarios[1]["staysBecause"] == .string("it is the shortest"))
  }

  @Test("the page has a cell for each pair, escapes what it shows, and runs no script")
  func page() {
    let score = Matrices.score(
      [Matrices.scenario("one")], [(Matrices.wrong("<b>", .keyChanged), [.caught])])
    let html = ScoreHTML(score).text
    #expect(!html.contains("<b>") && html.contains("&lt;b&gt;"))
    #expect(!html.contains("<script"))
    #expect(html.contains(#"class="hit""#))
    let all = ScoreHTML(Matrices.mixed).text
    for (index, row) in Matrices.mixed.rows.enumerated() {
      #expect(all.contains("It \(row.client.summary)."))
      #expect(all.contains(##"href="#client:\##(index + 1)""##))
      #expect(all.contains(#"id="client:\#(index + 1)""#))
    }
    let cells = ScoreHTML(Matrices.mixed).text.components("<td").count - 1
    #expect(cells == 12)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
