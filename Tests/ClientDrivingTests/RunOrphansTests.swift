import Foundation
import Testing

@testable import ClientDriving

@Suite("What is left of a whole run")
struct RunOrphansTests {
  private static func entry(
    _ id: Int32, parent: Int32, session: Int32, zombie: Bool = false, terminal: Bool = false,
    start: UInt64 = 5
  ) -> ProcessEntry {
    ProcessEntry(
      processID: id, parent: parent, group: session, session: session, isZombie: zombie,
      hasTerminal: terminal, start: start)
  }

  @Test("every descendant outside the runner's session goes, and whoever works in the run's folder")
  func members() {
    let search = RunSearch(
      folder: "/t/acceptance-1", root: "/private/t/acceptance-1", livingChildren: [20],
      begin: 5, runner: .init(processID: 10, session: 9))
    let entries = [
      Self.entry(9, parent: 1, session: 9), Self.entry(10, parent: 9, session: 9),
      Self.entry(11, parent: 10, session: 9),
      // The guard and what it would start.
      Self.entry(20, parent: 10, session: 20), Self.entry(21, parent: 20, session: 21),
      // Adopted orphans and their children.
      Self.entry(30, parent: 10, session: 30), Self.entry(31, parent: 30, session: 31),
      Self.entry(32, parent: 10, session: 32, zombie: true),
      // One that the runner's program had before it became the runner.
      Self.entry(33, parent: 10, session: 33, start: 4),
      // Strangers, two of which are in a circle.
      Self.entry(40, parent: 1, session: 40), Self.entry(41, parent: 42, session: 41),
      Self.entry(42, parent: 41, session: 42),
      // By environment and by working folder.
      Self.entry(50, parent: 1, session: 50), Self.entry(51, parent: 1, session: 51),
      Self.entry(60, parent: 1, session: 60),
      Self.entry(61, parent: 1, session: 61, terminal: true),
      Self.entry(62, parent: 1, session: 62),
    ]

    let members = search.members(
      of: entries,
      environment: { process in
        switch process {
        case 50: ["A=b", "ACCEPTANCE_HOME=/t/acceptance-1/001/home"]
        case 51: ["ACCEPTANCE_HOME=/t/acceptance-10/001/home"]
        default: []
        }
      },
      workingFolder: { process in
        switch process {
        case 60, 61: "/private/t/acceptance-1/001"
        case 62: "/private/t/acceptance-10"
        default: "/"
        }
      })

    #expect(members.map(\.processID) == [30, 31, 50, 60])
  }

  @Test("a clean end has nothing to say; everything else is said, with numbers")
  func sentences() {
    #expect(RunOrphans().sentences == [])
    var orphans = RunOrphans()
    orphans.unattributedCount = 1
    #expect(orphans.sentences.count == 1)
    #expect(orphans.sentences[0].hasPrefix("1 process that a client had started"))
    orphans.killedCount = 2
    orphans.alive = [7, 8]
    #expect(orphans.sentences[0].hasPrefix("3 processes that a client had started"))
    #expect(orphans.sentences[1].hasSuffix(": 7, 8"))
  }

  #if os(Linux)
    /// Starts another of itself every so many seconds and ends, each in a session of its own, for
    /// 20 s at most. A lock on a file is held as long as one of them lives.
    private static let restarting = #"""
      import fcntl, os, sys, time
      pause, lock = float(sys.argv[1]), open(sys.argv[2], "w")
      fcntl.flock(lock, fcntl.LOCK_EX)
      end = time.monotonic() + 20
      if os.fork() == 0:
          os.setsid()
          for descriptor in range(3):
              os.dup2(os.open("/dev/null", os.O_RDWR), descriptor)
          while time.monotonic() < end:
              time.sleep(pause)
              if os.fork() > 0:
                  os._exit(0)
              os.setsid()
          os._exit(0)
      lock.close()
      print('{"id":1,"ok":true}', flush=True)
      sys.stdin.read()
      """#

    @Test(
      "one who starts another and ends, again and again, is ended",
      .enabled(if: pythonPath != nil, "needs python3 on PATH, to fork"),
      arguments: ["0.03", "0.003"])
    func restarting(pause: String) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("restarting-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (program, lock) = (folder.path + "/client.py", folder.path + "/lock")
      try Self.restarting.write(toFile: program, atomically: true, encoding: .utf8)
      let run = try await GuardedRun.start(
        mode: "adopting", script: "read -r line; exec python3 '\(program)' \(pause) '\(lock)'")
      defer { run.removeFolder() }

      run.input.end()

      #expect(await run.runner.exit == .status(0))
      let descriptor = open(lock, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0, "one of them is still alive")
    }
  #endif
}
