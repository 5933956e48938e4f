import ClientDriving
import Synchronization
import Testing

@testable import Doctor

private struct ScriptedCheck: HealthCheck {
  let subject: String
  var time = Duration.seconds(60)
  let script: @Sendable () async -> [HealthFinding]

  func limit(for context: DoctorContext) -> Duration { time }
  func findings(for context: DoctorContext) async -> [HealthFinding] { await script() }
}

@Suite struct DoctorRunTests {
  @Test("every finding is told in order, and one trouble makes the examination fail")
  func tellsAll() async throws {
    let ward = try Ward()
    let context = ward.context(driver: "jsonl", app: nil)
    var told: [String] = []
    let isSound = await DoctorRun.run(
      on: context,
      checks: [
        ScriptedCheck(subject: "a") { [.fine("a", "good"), .trouble("b", "bad", fix: "mend")] },
        ScriptedCheck(subject: "c") { [.note("c", "by the way")] },
      ]
    ) { told.append($0.subject) }
    #expect(!isSound)
    #expect(told == ["a", "b", "c"])
  }

  @Test("notes are no trouble")
  func notes() async throws {
    let ward = try Ward()
    let isSound = await DoctorRun.run(
      on: ward.context(driver: "jsonl", app: nil),
      checks: [ScriptedCheck(subject: "a") { [.note("a", "by the way", fix: "if you like")] }]
    ) { _ in }
    #expect(isSound)
  }

  @Test("a check that hangs is trouble, and the next one is made all the same")
  func hangs() async throws {
    let ward = try Ward()
    let (never, held) = AsyncStream.makeStream(of: Void.self)
    var told: [HealthFinding] = []
    let isSound = await DoctorRun.run(
      on: ward.context(driver: "jsonl", app: nil),
      checks: [
        ScriptedCheck(subject: "slow", time: .milliseconds(1)) {
          for await _ in never {}
          return []
        },
        ScriptedCheck(subject: "next") { [.fine("next", "good")] },
      ]
    ) { told.append($0) }
    held.finish()
    #expect(!isSound)
    #expect(told.map(\.subject) == ["slow", "next"])
  }
}

@Suite struct ProxyCheckTests {
  @Test(
    "a proxy that the table gives its client is trouble, unless loopback is excepted",
    arguments: [
      (["HTTP_PROXY": "http://p:1"], true), (["all_proxy": "http://p:1"], true),
      (["http_proxy": "http://p:1", "NO_PROXY": "example.com, 127.0.0.1"], false),
      (["http_proxy": ""], false), ([:], false),
    ])
  func proxies(_ variables: [String: String], isTrouble: Bool) async throws {
    let ward = try Ward()
    var context = ward.context(driver: "jsonl", app: nil)
    context.table?.client.environment = variables
    let findings = await ProxyCheck().findings(for: context)
    #expect(findings.contains { $0.isTrouble } == isTrouble)
  }
}
