// Owns: claims about what is left when a runner is killed, with a runner made to be killed.

import Foundation
import Testing

@testable import ClientDriving

@Suite("The run guard")
struct RunReaperTests {
  /// Answers one command, after it has left a process of its group and one in another session.
  private static let client = """
    sleep 1000 & \
    python3 -c 'import os,time; os.setsid(); os.write(1, b"{\\"id\\":1,\\"ok\\":true}\\n"); \
    time.sleep(1000)' & read -r line; read -r line
    """

  @Test(
    "a killed runner's clients, their escapes and its folder are gone",
    .enabled(if: pythonPath != nil, "needs python3 on PATH, to call setsid"))
  func killedRunner() async throws {
    let run = try await GuardedRun.start(mode: "guarded", script: Self.client)
    defer { run.removeFolder() }
    let members = run.members()
    #expect(members.count == 3)

    run.runner.signal(LibC.kill)
    _ = await run.runner.exit

    #expect(await run.isGone(run.guardProcess))
    for member in members { #expect(await run.isGone(member)) }
    #expect(!FileManager.default.fileExists(atPath: run.folder))
  }

  @Test("a run that ends in order ends its guard, which touches nothing")
  func orderlyRun() async throws {
    let run = try await GuardedRun.start(mode: "guarded", script: echoClient)
    defer { run.removeFolder() }

    run.input.end()

    #expect(await run.runner.exit == .status(0))
    #expect(await run.isGone(run.guardProcess))
    #expect(FileManager.default.fileExists(atPath: run.folder))
  }

  #if os(Linux)
    @Test(
      "an adopting runner ends even an escape without any trace of its scenario",
      .enabled(if: pythonPath != nil, "needs python3 on PATH, to call setsid"))
    func untraceable() async throws {
      let script = """
        python3 -c 'import os
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.chdir("/")
                os.execve("/bin/sleep", ["sleep", "1000"], {})
            os._exit(0)
        os.close(writing)
        os.wait()
        # Ends with the exec.
        os.read(reading, 1)'
        read -r line; echo '{"id":1,"ok":true}'; read -r line
        """
      let run = try await GuardedRun.start(mode: "adopting", script: script)
      defer { run.removeFolder() }

      run.input.end()

      #expect(await run.runner.exit == .status(0))
      #expect(await run.output().hasSuffix("killed 1\n"))
    }
  #endif
}
