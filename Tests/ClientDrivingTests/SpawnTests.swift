// Owns: claims about how a program starts and ends.

import AcceptanceModel
import ClientDriving
import Foundation
import Testing

@testable import ClientDriving

@Suite("Starting a program")
struct SpawnTests {
  @Test(
    "the exit status and the signal come back as they were",
    arguments: [
      ("exit 0", ProcessExit.status(0)), ("exit 255", .status(255)),
      ("kill -TERM $$", .signal(15)), ("kill -KILL $$", .signal(9)),
    ])
  func ends(script: String, status: ProcessExit) async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: script)
      #expect(await client.exitWithin(patience) == status)
    }
  }

  @Test("kill, terminate, stop and continue reach the whole group")
  func signals() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: #"""
          read -r line; trap : TERM
          sh -c 'trap "echo child >&2; exit" TERM
            echo "{\"id\":1,\"ok\":true}"; sleep 1000 & wait' &
          wait; wait; exit 4
          """#)
      #expect(await client.perform(.hello, within: patience) == .answered(.init()))

      client.signal(.stop)
      client.signal(.terminate)
      client.signal(.continue)

      #expect(await client.exitWithin(patience) == .status(4))
      #expect(client.tailText(of: .stderr) == "child\n")
    }
  }

  @Test("a program without a slash is found on the client's own PATH")
  func path() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(["sh", "-c", "exit 6"])
      #expect(await client.exitWithin(patience) == .status(6))
    }
  }

  @Test("what cannot be executed is refused by a sentence that says why")
  func refused() async throws {
    try await Scenario.with { scenario in
      try scenario.folders.create()
      let home = scenario.folders.home
      try Data("text".utf8).write(to: URL(fileURLWithPath: home + "/text"))
      try Data("#!/no/such/interpreter\n".utf8).write(to: URL(fileURLWithPath: home + "/lost"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: home + "/lost")

      await #expect(throws: DrivingError.programNotOnPath(name: "no-such-program")) {
        try await scenario.launch(["no-such-program"])
      }
      await #expect(throws: DrivingError.programMissing(name: "./missing")) {
        try await scenario.launch(["./missing"])
      }
      await #expect(throws: DrivingError.programNotExecutable(name: "./text")) {
        try await scenario.launch(["./text"])
      }
      await #expect(throws: DrivingError.interpreterMissing(name: "./lost")) {
        try await scenario.launch(["./lost"])
      }
      await #expect(throws: DrivingError.emptyCommand) { try await scenario.launch([]) }
      await #expect(throws: DrivingError.textWithNUL(place: "client.command")) {
        try await scenario.launch(["/bin/sh", "a\0b"])
      }
    }
  }

  @Test("the child has 0, 1 and 2 open and nothing of ours, marked close-on-exec or not")
  func descriptors() async throws {
    try await Scenario.with { scenario in
      let leaking = dup(0)
      defer { close(leaking) }
      #expect(fcntl(leaking, F_GETFD) == 0)

      let client = try await scenario.launch(
        sh: "for n in 0 1 2 3 4 5 6 7 8 9 \(leaking); do [ -e /dev/fd/$n ] && echo $n >&2; done")

      _ = await client.exit
      #expect(client.tailText(of: .stderr) == "0\n1\n2\n")
    }
  }

  @Test("the child leads a session and a group of its own")
  func session() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(sh: "read -r line")
      let entry = try #require(ProcessTable.entry(client.processID))

      #expect(entry.session == client.processID)
      #expect(entry.group == client.processID)
      #expect(entry.parent == getpid())
    }
  }

  @Test("a store that refuses writes: no file grows, and the client lives to say so")
  func refusedWrites() async throws {
    try await Scenario.with { scenario in
      let client = try await scenario.launch(
        sh: "echo before > file; echo status $? >&2; exit 0", refusesFileWrites: true)

      #expect(await client.exitWithin(patience) == .status(0))
      #expect(client.tailText(of: .stderr).hasSuffix("status 1\n"))
      let size = try FileManager.default.attributesOfItem(
        atPath: scenario.folders.home + "/file")[.size]
      #expect(size as? Int == 0)
    }
  }

  #if os(Linux)
    @Test(
      "no signal is blocked or ignored in a client, but SIGXFSZ where files may not grow",
      arguments: [(false, "0000000000000000"), (true, "0000000001000000")])
    func signalState(refuses: Bool, ignored: String) async throws {
      try await Scenario.with { scenario in
        let client = try await scenario.launch(
          ["grep", "-E", "SigBlk|SigIgn", "/proc/self/status"], refusesFileWrites: refuses)

        _ = await client.exit
        #expect(
          client.tailText(of: .stdout) == "SigBlk:\t0000000000000000\nSigIgn:\t\(ignored)\n")
      }
    }
  #endif

  @Test("a client's environment is the allowlist, and what its scenario names")
  func environment() async throws {
    try await Scenario.with { scenario in
      var environment = scenario.environment
      environment.named = ["GREETING": "to {endpoint} from {home}", "ACCEPTANCE_PROTOCOL": "9"]
      environment.token = "t"
      environment.clockOffset = .seconds(-90)
      let session = try await JSONLinesDriver(JSONLinesConfiguration(command: ["env"]))
        .launch(LaunchRequest(environment: environment))
      _ = await session.exit
      defer { session.close() }

      let home = scenario.folders.home
      let lines = Set(session.tailText(of: .stdout).split(separator: "\n").map(String.init))
      let named: Set<String> = lines.filter {
        !$0.hasPrefix("PATH=") && !$0.hasPrefix("LANG=")
      }
      #expect(
        named == [
          "HOME=\(home)", "TMPDIR=\(scenario.folders.temporary)", "SWIFT_BACKTRACE=enable=no",
          "GREETING=to http://127.0.0.1:43817/items from \(home)", "ACCEPTANCE_PROTOCOL=1",
          "ACCEPTANCE_ENDPOINT=http://127.0.0.1:43817/items", "ACCEPTANCE_HOME=\(home)",
          "ACCEPTANCE_TOKEN=t", "ACCEPTANCE_CLOCK_OFFSET_S=-90",
        ])
      #expect(lines.count == 11)
    }
  }
}
