// Owns: how one-shot clients end: killed, quitting, overdue, crashed.

import AcceptanceModel
import ClientContract
import StrictJSON
import Testing

@testable import ClientDriving

private let limit = Duration.seconds(20)
private let label = SubmitLabel(operation: "A", marker: "acc-1")
private let body = JSONValue.object(["title": .string("Lift is stuck")])

/// Writes its process id into the pipe and then hangs until it is killed.
private let hanging = "echo $$ >begun; exec sleep 600"

@Suite struct CommandEndingTests {
  @Test("a kill ends a submit in flight with all that it started, also what outlived its program")
  func killsTheGroup() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([
        .submit: .shell(hanging),
        .sync: .shell("(sleep 600; echo never) </dev/null >/dev/null 2>&1 & echo $! >left"),
      ])
      try client.makePipe("begun")
      _ = await session.perform(.sync, within: limit)
      async let submitted = session.submit(body, as: label, within: limit)
      let process = try #require(Int32(await client.await("begun").dropLast()))
      let left = try #require(Int32(try client.contents("left").dropLast()))
      session.signal(.kill)
      #expect(await submitted == .ended(.signal(9)))
      #expect(await session.exit == .signal(9))
      #expect(!isAlive(process))
      #expect(!isAlive(left))
      #expect(await session.perform(.hello, within: limit) == .ended(.signal(9)))
    }
  }

  @Test("the verb kill is called at a kill, and its failure stops the next launch")
  func noticesAFailedKill() async throws {
    try await CommandClient.with { client in
      let verbs: [CommandVerb.Name: CommandVerb] = [
        .submit: .shell("exit 0"), .kill: .shell("echo killed >>log; exit 3"),
      ]
      let session = try await client.launch(verbs)
      session.signal(.kill)
      #expect(await session.exit == .signal(9))
      #expect(try client.contents("log") == "killed\n")
      await #expect(throws: DrivingError.endFailed(verb: "kill")) {
        try await client.launch(verbs)
      }
    }
  }

  @Test("a verb beyond its deadline is killed and stays unanswered; the session goes on")
  func enforcesDeadlines() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([
        .submit: .shell("exec sleep 600", deadline: .milliseconds(100)),
        .sync: .shell("exit 0"),
      ])
      #expect(await session.submit(body, as: label, within: limit) == .unanswered)
      #expect(await session.perform(.sync, within: limit) == .answered(.init()))
    }
  }

  @Test("a cancelled command leaves no program behind")
  func cancels() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([.submit: .shell(hanging)])
      try client.makePipe("begun")
      let submitting = Task { await session.submit(body, as: label, within: limit) }
      let process = try #require(Int32(await client.await("begun").dropLast()))
      submitting.cancel()
      #expect(await submitting.value == .unanswered)
      #expect(!isAlive(process))
    }
  }

  @Test("a launch in the background is the app: asked to quit it ends in order")
  func quitsTheApp() async throws {
    try await CommandClient.with { client in
      try client.makePipe("begun")
      let session = try await client.launch([
        .launch: .shell(
          "trap 'echo bye >log; exit 0' TERM; echo yes >begun; sleep 600 & wait",
          mode: .background),
        .submit: .shell("read -r _ <begun"),
        .terminate: .shell("echo terminate >>order"),
        .diagnostics: .shell("echo diagnostics >>order"),
      ])
      #expect(await session.submit(body, as: label, within: limit) == .answered(.init(task: "A")))
      session.endInput()
      #expect(await session.exit == .status(0))
      #expect(try client.contents("order") == "diagnostics\nterminate\n")
      #expect(try client.contents("log") == "bye\n")
    }
  }

  @Test("an app in the background that ends by itself ends the session with its status")
  func noticesTheAppsEnd() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([
        .launch: .shell("exit 41", mode: .background), .submit: .shell("exit 0"),
      ])
      #expect(await session.exit == .status(41))
    }
  }

  @Test("a verb that a signal ends is a crash of the client")
  func noticesACrash() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([.submit: .shell("kill -SEGV $$")])
      #expect(await session.submit(body, as: label, within: limit) == .ended(.signal(11)))
      #expect(await session.exit == .signal(11))
    }
  }

  @Test("stop and continue reach the programs that run")
  func stops() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([.submit: .shell("echo $$ >begun; read -r _ <go")])
      try client.makePipe("begun")
      try client.makePipe("go")
      async let submitted = session.submit(body, as: label, within: limit)
      _ = await client.await("begun")
      session.signal(.stop)
      session.signal(.continue)
      await client.feed("go")
      #expect(await submitted == .answered(.init(task: "A")))
    }
  }

  @Test("a program that is not there is the scenario file's mistake, not the client's failure")
  func namesAMissingProgram() async throws {
    try await CommandClient.with { client in
      let session = try await client.launch([.submit: CommandVerb(argv: ["no-such-program"])])
      let outcome = await session.submit(body, as: label, within: limit)
      let error = DrivingError.inVerb("submit", .programNotOnPath(name: "no-such-program"))
      #expect(outcome == .breached(.verbNotStarted(error)))
      #expect("\(error)".hasPrefix("client.verbs.submit.argv[0]: no folder"))
    }
  }

  @Test("verbs that nobody knows, and a missing submit, are refused by name")
  func checksVerbs() async throws {
    try await CommandClient.with { client in
      await #expect(throws: DrivingError.verbMissing(name: "submit")) {
        try await client.launch([.sync: .shell("exit 0")])
      }
    }
  }
}

/// Whether there is such a process that has not ended.
private func isAlive(_ process: Int32) -> Bool {
  ProcessTable.entry(process).map { !$0.isZombie } ?? false
}
