import Foundation
import TestSupport
import Testing

@testable import ClientDriving

/// What a runner's parent and the system around it may have decided before it starts.
@Suite("What a runner is started with")
struct InheritedStateTests {
  /// Ends with status 75 where a filter may not be installed here.
  private static func canConfine() async throws -> Bool {
    let spec = ProcessSpec(
      arguments: [
        BuiltPrograms.path("confined-launch"), "EPERM", "clone3", "/bin/sh", "-c", "exit 0",
      ], environment: [:], workingFolder: "/", outputs: .discarded)
    let (child, ends) = try ChildProcess.spawn(spec, home: nil, runReaper: nil)
    defer { LibC.closeDescriptor(ends.input) }
    return await child.exit != .status(75)
  }

  @Test("ignored signals are not handed on: ends can be read, clients start with defaults")
  func ignoredSignals() async throws {
    let run = try await GuardedRun.start(
      mode: "guarded",
      script: """
        read -r line; grep -E 'Sig(Blk|Ign)' /proc/self/status > "$ACCEPTANCE_HOME/signals"
        echo '{"id":1,"ok":true}'; read -r line
        """,
      through: [
        "/bin/sh", "-c", "trap '' CHLD INT HUP QUIT PIPE USR1 TSTP TERM; exec \"$0\" \"$@\"",
      ])
    defer { run.removeFolder() }
    let signals = try? String(contentsOfFile: run.home + "/signals", encoding: .utf8)

    run.input.end()

    #expect(await run.runner.exit == .status(0))
    #expect(await run.output().hasSuffix("killed 0\n"))
    #if os(Linux)
      #expect(signals == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
    #endif
  }

  @Test("the runner has more descriptors than it was given, its clients have as many as were given")
  func descriptorLimit() async throws {
    let run = try await GuardedRun.start(
      mode: "guarded",
      script: """
        read -r line; ulimit -Sn > "$ACCEPTANCE_HOME/own"
        echo '{"id":1,"ok":true}'; read -r line
        """,
      through: ["/bin/sh", "-c", "ulimit -Sn 200; exec \"$0\" \"$@\""])
    defer { run.removeFolder() }

    #expect(try String(contentsOfFile: run.home + "/own", encoding: .utf8) == "200\n")
    #if os(Linux)
      let limits = try String(
        contentsOfFile: "/proc/\(run.runner.processID)/limits", encoding: .utf8)
      let files = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open") })
      let words = files.split(separator: " ").compactMap { Int($0) }
      let (soft, hard) = (try #require(words.first), try #require(words.last))
      #expect(soft == min(hard, 10_240))
    #endif
    run.input.end()
    #expect(await run.runner.exit == .status(0))
  }

  #if os(Linux)
    @Test(
      "system calls that a sandbox refuses are done in another way",
      arguments: [
        ("EPERM", "close_range"), ("ENOSYS", "close_range"), ("EPERM", "pidfd_open"),
        ("ENOSYS", "pidfd_open"), ("EPERM", "pidfd_send_signal"), ("EPERM", "vfork"),
        ("EPERM", "prctl"), ("ENOSYS", "clone3"),
        ("ENOSYS", "close_range,pidfd_open,pidfd_send_signal,vfork,prctl,clone3"),
      ])
    func refusedCalls(error: String, calls: String) async throws {
      guard try await Self.canConfine() else {
        try Test.cancel("this process may not install a seccomp filter")
      }
      // No command of its own, because some shells start those by vfork.
      let script = """
        read -r line; n=0
        while [ $n -lt 100 ]; do [ -e /proc/self/fd/$n ] && open="$open $n"; n=$((n+1)); done
        echo "$open" > "$ACCEPTANCE_HOME/descriptors"
        (exec setsid sh -c 'echo "{\\"id\\":1,\\"ok\\":true}"; exec sleep 1000') & read -r line
        """
      let run = try await GuardedRun.start(
        mode: "guarded", script: script,
        through: [BuiltPrograms.path("confined-launch"), error, calls])
      defer { run.removeFolder() }

      run.input.end()

      #expect(await run.runner.exit == .status(0))
      // Whoever waits for the guard's end without a pidfd does so too.
      #expect(await run.isGone(run.guardProcess))
      #expect(await run.output().hasSuffix("killed 1\n"))
      #expect(
        try String(contentsOfFile: run.home + "/descriptors", encoding: .utf8) == " 0 1 2\n")
    }

    @Test("where no thread can be made, the call is named and nothing hangs")
    func refusedThreads() async throws {
      guard try await Self.canConfine() else {
        try Test.cancel("this process may not install a seccomp filter")
      }
      let spec = ProcessSpec(
        arguments: [
          BuiltPrograms.path("confined-launch"), "EPERM", "clone3",
          BuiltPrograms.path("guarded-runner"), "guarded", "/acceptance-none", "exit 0",
        ], environment: [:], workingFolder: "/")
      let runner = try await PipedProcess.start(spec, home: "/", runReaper: nil) { _ in }
      defer { runner.close() }

      #expect(await runner.exit == .status(70))
      let output = String(decoding: runner.tail(of: .stdout), as: UTF8.self)
      #expect(output.contains("clone3: Operation not permitted"))
    }
  #endif

  @Test("a runner that a client has stopped is continued by its guard")
  func stoppedRunner() async throws {
    let run = try await GuardedRun.start(
      mode: "guarded",
      script: #"read -r line; kill -STOP $PPID; echo '{"id":1,"ok":true}'; exit 0"#)
    defer { run.removeFolder() }

    run.input.end()

    #expect(await run.runner.exit == .status(0))
  }

  @Test("a stop that the user asked for is left to the user")
  func pausedRunner() {
    var ledger = GuardLedger()
    var runner = ProcessEntry(
      processID: 9, parent: 1, group: 9, session: 9, isZombie: false, hasTerminal: true, start: 1)
    #expect(!ledger.mustContinue(runner))
    runner.isStopped = true
    #expect(ledger.mustContinue(runner))
    ledger.handle(.pausing) { _ in nil }
    #expect(!ledger.mustContinue(runner))
    ledger.handle(.resumed) { _ in nil }
    #expect(ledger.mustContinue(runner))
    #expect(!ledger.mustContinue(nil))
  }

  @Test("only refused threads together with a silent pool, or for long, end a run")
  func refusals() {
    var refusals = ThreadRefusals(queueCount: 2)
    for _ in 0..<100 { #expect(refusals.tried(error: 0) == nil) }
    #expect(refusals.tried(error: 11) == nil)
    #expect(refusals.tried(error: 11) == nil)
    #expect(refusals.tried(error: 11) == 11)

    refusals = ThreadRefusals(queueCount: 2)
    for _ in 1..<ThreadRefusals.longRefusalLimit {
      refusals.answered(queue: 0)
      refusals.answered(queue: 1)
      #expect(refusals.tried(error: 11) == nil)
    }
    #expect(refusals.tried(error: 11) == 11)
  }
}
