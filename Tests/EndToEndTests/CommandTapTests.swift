import Foundation
import TestSupport
import Testing

/// Taps of clients without a long-lived process that are refused, or end without an answer.
@Suite(.wholeRun) struct CommandTapTests {
  private static let threeSends = #"""
    case $1 in
    submit)
      key=$(cat /proc/sys/kernel/random/uuid)
      for i in 1 2 3; do
        curl -sf --max-time 2 -H "Idempotency-Key: $key" -H 'Content-Type: application/json' \
          -d "$2" "$ACCEPTANCE_ENDPOINT" && exit 0
      done
      exit 1 ;;
    esac
    """#

  private static func table(_ faults: String, _ steps: String) -> String {
    """
    {"version": 1,
     "client": {"driver": "command",
       "verbs": {"submit": {"argv": ["./client.sh", "submit", "{body}"]},
         "tasks": {"argv": ["./client.sh", "tasks"]}},
       "limits": {"retryCapMs": 300, "responseTimeoutMs": 1000, "leaseMs": 500, "retries": "onSync"}},
     "scenarios": [{"id": "a", "title": "t", "faults": [\(faults)], "steps": [\(steps)]}]}
    """
  }

  private static func place(client: String, faults: String = "", steps: String) throws -> Workplace
  {
    let place = try Workplace()
    let script = try place.write("#!/bin/sh\n" + client, to: "client.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    _ = try place.write(table(faults, steps), to: "table.json")
    return place
  }

  @Test("a command whose submit fails offline has no queue: a finding, at the first try")
  func noQueue() async throws {
    let place = try Self.place(
      client: Self.threeSends,
      steps: """
        {"do": "launch"}, {"do": "server", "change": "down"}, {"do": "submit", "operation": "A"},
        {"do": "server", "change": "up"}, {"do": "await", "recorded": "A"},
        {"do": "check", "records": 1}
        """)
    let run = try await place.acceptance("table.json")
    #expect(run.status == 1, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("not-queued"))
    #expect(run.stdout.contains("because the network was down: it has no queue"))
    #expect(!run.stdout.contains("check-failed"))
    #expect(!run.stdout.contains("tried again"), "\(run.stdout)")
  }

  @Test("a tap that was killed without an answer is not done because nothing is listed")
  func killedInFlight() async throws {
    let place = try Self.place(
      client: """
        case $1 in
        submit)
          key=$(cat /proc/sys/kernel/random/uuid)
          exec curl -s -H "Idempotency-Key: $key" -H 'Content-Type: application/json' -d "$2" \\
            "$ACCEPTANCE_ENDPOINT" ;;
        tasks) echo '[]' ;;
        esac
        """,
      faults: #"{"kind": "kill-client-after-commit", "operation": "A", "send": 1}"#,
      steps: """
        {"do": "launch"}, {"do": "submit", "operation": "A"}, {"do": "await", "exit": "app"},
        {"do": "launch"}, {"do": "await", "state": {"operation": "A", "is": "done"}},
        {"do": "check", "records": 1}
        """)
    let run = try await place.acceptance("table.json")
    #expect(run.status == 2, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("ended before it answered the submit of A"))
  }
}
