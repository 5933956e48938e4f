// Owns: claims about a client's surroundings and the guard's bookkeeping, on values alone.

import Testing

@testable import ClientDriving

@Suite("Surroundings and bookkeeping")
struct SurroundingsTests {
  private static func environment(named: [String: String] = [:]) -> ClientEnvironment {
    ClientEnvironment(
      endpoint: "http://h:5/{home}", port: 5, folders: ScenarioFolders(root: "/r"),
      programFolder: "/b", named: named)
  }

  @Test(
    "placeholders are replaced once, and other braces stay",
    arguments: [
      ("{home}/x:{port}{bin}", "/r/home/x:5/b"), ("{endpoint}", "http://h:5/{home}"),
      ("{{port}}", "{5}"), ("{body} {", "{body} {"), ("", ""), ("{\"a\":{}}", "{\"a\":{}}"),
    ])
  func placeholders(text: String, expected: String) {
    #expect(Self.environment().expanding(text) == expected)
  }

  @Test("nothing is inherited but PATH and LANG, and the contract's words cannot be bent")
  func variables() {
    let variables = Self.environment(named: ["PATH": "{bin}", "ACCEPTANCE_HOME": "/other"])
      .variables(ambient: ["PATH": "/p", "LANG": "de", "SECRET": "s", "HOME": "/root"])
    #expect(variables["PATH"] == "/b")
    #expect(variables["LANG"] == "de")
    #expect(variables["HOME"] == "/r/home")
    #expect(variables["TMPDIR"] == "/r/tmp")
    #expect(variables["ACCEPTANCE_HOME"] == "/r/home")
    #expect(variables["SECRET"] == nil)
    #expect(variables["ACCEPTANCE_TOKEN"] == nil)
    #expect(variables["ACCEPTANCE_CLOCK_OFFSET_S"] == nil)
  }

  @Test("an unknown driver is refused with the known ones")
  func drivers() throws {
    #expect(try DriverCatalog.standard.type(named: "jsonl") == JSONLinesDriver.self)
    let error = try #require(throws: DrivingError.self) {
      try DriverCatalog.standard.type(named: "json")
    }
    #expect(
      error.description
        == "client.driver: no driver is called \"json\"; known drivers: jsonl, command, simctl, adb"
    )
  }

  @Test(
    "a guard's message survives its line",
    arguments: [
      GuardMessage.folder("/a b/acceptance-1"), .spawned(2), .gone(77), .keepFolder, .over,
    ])
  func messages(message: GuardMessage) {
    #expect(message.line.last == "\n")
    #expect(GuardMessage(line: String(message.line.dropLast())) == message)
  }

  @Test(
    "a line that is no message is none, and names no process that may be signalled",
    arguments: ["", "spawned", "spawned x", "spawned 1", "gone -5", "over now", "rm /"])
  func noMessage(line: String) {
    #expect(GuardMessage(line: line) == nil)
  }

  @Test("only a run's own folder can be removed")
  func removable() {
    #expect(RunReaper.isRemovable("/tmp/acceptance-x1"))
    for folder in [
      "/", "", "/tmp", "acceptance-1", "/acceptance-1/home", "/acceptance-1/../acceptance-2",
      "/tmp/acceptance-1\n",
    ] {
      #expect(!RunReaper.isRemovable(folder), "\(folder)")
    }
  }

  @Test("the guard ends the sessions it was told of and whoever has a home in the run's folder")
  func victims() {
    var ledger = GuardLedger()
    for message in [
      GuardMessage.folder("/t/acceptance-1"), .spawned(20), .spawned(30), .spawned(40), .gone(30),
    ] {
      ledger.handle(message) { _ in 100 }
    }
    func entry(_ id: Int32, _ session: Int32, start: UInt64 = 100) -> ProcessEntry {
      ProcessEntry(
        processID: id, parent: 1, group: session, session: session, isZombie: false,
        hasTerminal: false, start: start)
    }
    let entries = [
      entry(20, 20), entry(21, 20), entry(30, 30), entry(40, 40, start: 700), entry(41, 40),
      entry(50, 50), entry(51, 51), entry(60, 60),
    ]

    let victims = ledger.victims(in: entries, guardProcess: 60) { process in
      switch process {
      case 50, 60: ["ACCEPTANCE_HOME=/t/acceptance-1/s/home"]
      case 51: ["ACCEPTANCE_HOME=/t/acceptance-10/s/home"]
      default: []
      }
    }

    #expect(victims.map(\.processID) == [20, 21, 50])
    #expect(ledger.removableFolder == "/t/acceptance-1")
    ledger.handle(.keepFolder) { _ in nil }
    #expect(ledger.removableFolder == nil)
  }

  @Test("a session is still the run's after its leader has ended")
  func leaderless() {
    var ledger = GuardLedger()
    ledger.handle(.spawned(20)) { _ in nil }
    let member = ProcessEntry(
      processID: 21, parent: 1, group: 20, session: 20, isZombie: false, hasTerminal: false,
      start: 5)
    #expect(ledger.victims(in: [member], guardProcess: 1, environment: { _ in [] }) == [member])
  }

  @Test("a latch gives its first value to everybody, before and after")
  func latch() async {
    let latch = OneShotSignal<Int>()
    async let early = latch.value
    #expect(await latch.value(within: .milliseconds(1)) == nil)
    latch.fulfil(1)
    latch.fulfil(2)
    #expect(await early == 1)
    #expect(await latch.value(within: .zero) == 1)
  }

  @Test("a wait is never shorter than asked, and never overflows")
  func durations() {
    #expect(Duration.nanoseconds(1).pollMilliseconds == 1)
    #expect(Duration.milliseconds(1500).pollMilliseconds == 1500)
    #expect(Duration.seconds(-1).pollMilliseconds == 0)
    #expect(Duration.seconds(Int64.max).pollMilliseconds == Int32.max)
    #expect(Duration.milliseconds(1500).dispatchInterval == .nanoseconds(1_500_000_000))
    #expect(Duration.seconds(Int64.max).dispatchInterval == .never)
  }
}
