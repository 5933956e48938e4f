// Owns: claims about whose process holds a connection, on tables by hand.

import AcceptanceModel
import Testing

@testable import ClientDriving

@Suite("Finding the sender of a request")
struct SenderSearchTests {
  /// 1 init, 10 the runner (since 300), 100 the client (since 500).
  private static let table = [
    entry(1, parent: 0, start: 1), entry(9, parent: 1, start: 200),
    entry(10, parent: 9, start: 300), entry(100, parent: 10, session: 100),
  ]

  private static func entry(
    _ processID: Int32, parent: Int32, session: Int32 = 9, start: UInt64 = 500
  ) -> ProcessEntry {
    ProcessEntry(
      processID: processID, parent: parent, group: session, session: session, isZombie: false,
      hasTerminal: false, start: start)
  }

  /// - Parameter holders: Processes that hold the connection.
  private static func sender(
    _ more: [ProcessEntry], holders: Set<Int32>, living: Set<Int32> = [100],
    begin: UInt64? = 400, contained: Set<Int32> = []
  ) -> RequestSender {
    let search = SenderSearch(
      entries: table + more, living: living, otherSessions: [300], runner: 10, begin: begin)
    return search.sender(holds: holders.contains, isContained: contained.contains)
  }

  @Test("the client and everything that it has started is the client")
  func client() {
    #expect(Self.sender([], holders: [100]) == .client)
    let helper = Self.entry(101, parent: 100, session: 101)
    let grandchild = Self.entry(102, parent: 101, session: 102)
    #expect(Self.sender([helper, grandchild], holders: [102]) == .client)
    // Orphaned, and recognised by its environment.
    let orphan = Self.entry(103, parent: 1, session: 103)
    #expect(Self.sender([orphan], holders: [103], living: [100, 103]) == .client)
  }

  @Test("a connection that the client shares with another process is the client's")
  func shared() {
    #expect(Self.sender([Self.entry(50, parent: 9, start: 200)], holders: [50, 100]) == .client)
  }

  @Test("a process from before the first launch, its children, and the runner's parent are not")
  func unrelated() {
    let old = Self.entry(50, parent: 1, session: 50, start: 200)
    let child = Self.entry(51, parent: 50, session: 50)
    #expect(Self.sender([old], holders: [50]) == .foreign(.unrelatedProcess))
    #expect(Self.sender([old, child], holders: [51]) == .foreign(.unrelatedProcess))
    #expect(Self.sender([], holders: [9]) == .foreign(.unrelatedProcess))
  }

  @Test("before the first launch nobody is the client")
  func beforeLaunch() {
    let other = Self.entry(50, parent: 1, session: 50)
    #expect(
      Self.sender([other], holders: [50], living: [], begin: nil) == .foreign(.unrelatedProcess))
  }

  @Test("the client of a scenario beside it is named as such")
  func otherScenario() {
    let other = Self.entry(300, parent: 10, session: 300)
    #expect(Self.sender([other], holders: [300]) == .foreign(.otherScenario))
  }

  @Test("what a service manager, a container or the runner itself started can be anybody's")
  func unidentified() {
    let service = Self.entry(60, parent: 1, session: 60)
    #expect(Self.sender([service], holders: [60]) == .foreign(.unidentified))
    let old = Self.entry(50, parent: 1, session: 50, start: 200)
    #expect(Self.sender([old], holders: [50], contained: [50]) == .foreign(.unidentified))
    let tool = Self.entry(70, parent: 10, session: 70)
    #expect(Self.sender([tool], holders: [70]) == .foreign(.unidentified))
    #expect(Self.sender([], holders: []) == .foreign(.unidentified))
  }

  @Test("a socket is found in the system's table by both of its ports, unless it is closed")
  func socketTable() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0
         1: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0
         2: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0
         3: 0100007F:9C41 0100007F:1F90 06 00000000:00000000 03:00001771 00000000     0        0 0 3 0

      """
    let bytes = Array(table.utf8)
    #expect(SocketTable.inode(from: 40000, to: 8080, in: bytes) == 4711)
    #expect(SocketTable.inode(from: 8080, to: 40000, in: bytes) == 4712)
    #expect(SocketTable.inode(from: 40001, to: 8080, in: bytes) == nil)
    #expect(SocketTable.inode(from: 40002, to: 8080, in: bytes) == nil)
  }
}
