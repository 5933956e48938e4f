// Owns: claims about which rows of a process table belong to a scenario, on tables by hand.

import Testing

@testable import ClientDriving

@Suite("Recognising leftovers in a process table")
struct OrphanSearchTests {
  private static let runner = OrphanSearch.Runner(processID: 10, session: 9)

  private static func entry(
    _ processID: Int32, parent: Int32 = 1, session: Int32, zombie: Bool = false,
    terminal: Bool = false, start: UInt64 = 500
  ) -> ProcessEntry {
    ProcessEntry(
      processID: processID, parent: parent, group: session, session: session,
      isZombie: zombie, hasTerminal: terminal, start: start)
  }

  private static func search(
    sessions: Set<Int32> = [100], others: Set<Int32> = [], living: Set<Int32> = [],
    scopes: [ProcessRegistry.Scope] = [], adopts: Bool = false
  ) -> OrphanSearch {
    OrphanSearch(
      home: "/run/s1/home", root: "/run/s1",
      view: RegistryView(
        sessions: sessions, otherSessions: others, livingChildren: living,
        scope: ProcessRegistry.Scope(home: "/run/s1/home", begin: 400, end: nil),
        otherScopes: scopes, adoptsOrphans: adopts),
      runner: runner)
  }

  private static func traces(
    _ search: OrphanSearch, _ entries: [ProcessEntry], environment: [String] = [],
    folder: String? = nil
  ) -> [OrphanSearch.Trace] {
    search.living(
      in: entries, environment: { _ in environment }, workingFolder: { _ in folder }
    ).map(\.trace)
  }

  @Test("a member of a session that was started for the scenario is its own")
  func member() {
    let members = [Self.entry(100, parent: 10, session: 100), Self.entry(101, session: 100)]
    #expect(Self.traces(Self.search(living: [100]), members) == [.session, .session])
    #expect(Self.traces(Self.search(), [Self.entry(101, session: 100)]) == [.session])
  }

  @Test("a session whose number came back with a foreign leader is nobody's of ours")
  func reusedNumber() {
    let foreign = [Self.entry(100, session: 100), Self.entry(101, parent: 100, session: 100)]
    #expect(Self.traces(Self.search(), foreign) == [])
  }

  @Test("the environment counts whole, and only since the scenario began")
  func environment() {
    let home = ["A=1", "ACCEPTANCE_HOME=/run/s1/home"]
    let escaped = Self.entry(200, session: 200)
    #expect(Self.traces(Self.search(), [escaped], environment: home) == [.environment])
    #expect(
      Self.traces(Self.search(), [escaped], environment: ["ACCEPTANCE_HOME=/run/s1/home2"])
        == [])
    #expect(
      Self.traces(
        Self.search(), [Self.entry(200, session: 200, start: 399)], environment: home) == [])
  }

  @Test("a folder of the scenario gives away who works in it, unless a person sits there")
  func workingFolder() {
    let search = Self.search()
    let escaped = [Self.entry(200, session: 200)]
    #expect(Self.traces(search, escaped, folder: "/run/s1/tmp") == [.workingFolder])
    #expect(Self.traces(search, escaped, folder: "/run/s1") == [.workingFolder])
    #expect(Self.traces(search, escaped, folder: "/run/s10") == [])
    #expect(
      Self.traces(search, [Self.entry(200, session: 200, terminal: true)], folder: "/run/s1")
        == [])
  }

  @Test("zombies, the runner itself and other scenarios' sessions are not touched")
  func untouched() {
    let home = ["ACCEPTANCE_HOME=/run/s1/home"]
    let entries = [
      Self.entry(100, session: 100, zombie: true), Self.entry(10, session: 9),
      Self.entry(300, session: 300),
    ]
    #expect(Self.traces(Self.search(others: [300]), entries, environment: home) == [])
  }

  @Test("an untraceable orphan is the scenario's only if no other was open when it started")
  func orphans() {
    let orphan = [Self.entry(200, parent: 10, session: 200)]
    let open = ProcessRegistry.Scope(home: "/o", begin: 450, end: nil)
    let closed = ProcessRegistry.Scope(home: "/o", begin: 450, end: 600)
    let earlier = ProcessRegistry.Scope(home: "/o", begin: 300, end: 450)
    #expect(Self.traces(Self.search(adopts: true), orphan) == [.orphan])
    #expect(Self.traces(Self.search(scopes: [earlier], adopts: true), orphan) == [.orphan])
    #expect(Self.traces(Self.search(scopes: [open], adopts: true), orphan) == [])
    #expect(Self.traces(Self.search(scopes: [closed], adopts: true), orphan) == [.orphanOfSome])
    #expect(Self.traces(Self.search(), orphan) == [])
  }

  @Test("the runner's own children and those of other code in its session are no orphans")
  func children() {
    let search = Self.search(living: [200], adopts: true)
    let children = [
      Self.entry(200, parent: 10, session: 200), Self.entry(201, parent: 10, session: 9),
    ]
    #expect(Self.traces(search, children) == [])
  }

  @Test("only adopted zombies are reaped, and none of another scenario's sessions")
  func reapable() {
    let entries = [
      Self.entry(200, parent: 10, session: 200, zombie: true),
      Self.entry(201, parent: 10, session: 300, zombie: true),
      Self.entry(202, parent: 10, session: 9, zombie: true),
      Self.entry(203, parent: 10, session: 203, zombie: true),
      Self.entry(204, parent: 10, session: 204),
      Self.entry(205, parent: 1, session: 205, zombie: true),
    ]
    let search = Self.search(others: [300], living: [203], adopts: true)
    #expect(search.reapable(in: entries) == [200])
    #expect(Self.search().reapable(in: entries) == [])
  }

  @Test("a stat line is read whatever the program's name holds")
  func statLine() {
    let fields = "S 7 70 71 34816 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 987654 1 1"
    let line = Array("42 (a) ) Z 9 (b) \(fields)\n".utf8)
    #expect(
      ProcessEntry(statLine: line)
        == ProcessEntry(
          processID: 42, parent: 7, group: 70, session: 71, isZombie: false, hasTerminal: true,
          start: 987654))
    #expect(ProcessEntry(statLine: Array("42 (a) S 7".utf8)) == nil)
    #expect(ProcessEntry(statLine: []) == nil)
  }
}
