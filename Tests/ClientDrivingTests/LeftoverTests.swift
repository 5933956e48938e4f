// Owns: claims about what is found and ended after a scenario, with real processes.

import ClientDriving
import Foundation
import Testing

@testable import ClientDriving

@Suite("Leftover processes")
struct LeftoverTests {
  /// Leaves a process outside its session and without its parent, tells that one's process id on
  /// stderr once it has done `CODE` and the one between them has ended, and answers one command.
  private static let escape = """
    import os, sys, time
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(writing, b"%d\\n" % os.getpid())
            CODE
            os.close(writing)
            time.sleep(1000)
        os._exit(0)
    os.close(writing)
    os.wait()
    # Up to its end, which comes with exec too.
    os.write(2, os.fdopen(reading, "rb").read())
    sys.stdin.readline()
    os.write(1, b'{"id":1,"ok":true}\\n')
    sys.stdin.readline()
    """

  @Test(
    "a process that left its session is found and gone afterwards",
    .enabled(if: pythonPath != nil, "needs python3 on PATH, to call setsid"),
    arguments: [
      // Known by its environment, wherever it works.
      "os.chdir('/')",
      // Known by the folder that it works in, with an environment of its own.
      "os.execve('/bin/sleep', ['sleep', '1000'], {})",
    ])
  func escaped(code: String) async throws {
    try await Scenario.with { scenario in
      let script = Self.escape.replacingOccurrences(of: "CODE", with: code)
      let client = try await scenario.launch(["python3", "-c", script])
      #expect(await client.perform(.hello, within: patience) == .answered(.init()))
      client.signal(.kill)
      _ = await client.exit
      let escaped = try #require(
        Int32(client.tailText(of: .stderr).trimmingCharacters(in: .newlines)))
      #expect(try #require(ProcessTable.entry(escaped)).session != client.processID)

      let report = await scenario.endLeftovers()

      #expect(report.killedCount == 1)
      #expect(report.unkillableCount == 0)
      #expect(ProcessTable.entry(escaped)?.isZombie ?? true)
    }
  }

  @Test("a scenario that left nothing costs no finding and no wait")
  func clean() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "exit 0")
      _ = await client.exit

      #expect(await scenario.endLeftovers(grace: patience) == OrphanReport())
    }
  }

  @Test("a helper that ends by itself within the grace is no finding")
  func helper() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: "mkfifo end; sh -c 'read -r line < end' & read -r line; exit 0")
      client.endInput()
      _ = await client.exit

      async let report = scenario.endLeftovers(grace: patience)
      // Opening waits for the helper to open its end, and closing lets it go.
      let fifo = scenario.folders.home + "/end"
      await Task.detached { _ = close(open(fifo, O_WRONLY | O_CLOEXEC)) }.value

      #expect(await report.killedCount == 0)
    }
  }

  @Test("a helper that outstays the grace is killed and counted")
  func stayer() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "sleep 1000 & sleep 1000 & exit 0")
      _ = await client.exit

      #expect(await scenario.endLeftovers(grace: .milliseconds(1)).killedCount == 2)
      #expect(await scenario.endLeftovers() == OrphanReport())
    }
  }

  @Test("a client that was never killed counts, stopped or not")
  func forgotten() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "read -r line")
      client.signal(.stop)

      #expect(await scenario.endLeftovers().killedCount == 1)
      #expect(await client.exitWithin(patience) == .signal(9))
    }
  }

  @Test("a scenario's end leaves the neighbour's processes alone")
  func neighbour() async throws {
    try await Scenario.with { mine in
      try await Scenario.with { neighbours in
        let left = try await mine.launch(sh: "sleep 1000 & exit 0")
        let other = try await neighbours.launch(sh: echoClient)
        _ = await left.exit

        #expect(await mine.endLeftovers().killedCount == 1)
        #expect(await other.perform(.sync, within: patience) == .answered(.init()))
      }
    }
  }

  @Test("signalling a client that has been reaped reaches nobody")
  func reaped() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "sleep 1000 & exit 0")
      _ = await client.exit

      client.signal(.kill)

      #expect(await scenario.endLeftovers().killedCount == 1)
    }
  }
}
