#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.wholeRun) struct ForeignRequestTests {
    @Test("a request of a process that has nothing to do with the run is not the client's finding")
    func stray() async throws {
      let place = try Workplace()
      let (endpoint, go) = (try NamedPipe(path: place.path("endpoint")), place.path("go"))
      _ = try NamedPipe(path: go)
      // At the start that comes before the scenarios it is a client as any other. In the scenario it
      // tells where it sends to, and begins once the other process has sent.
      let client = try place.write(
        """
        mkdir '\(place.path("first"))' 2>/dev/null && exec '\(Workplace.programs.path)/queue-client' "$@"
        echo "$ACCEPTANCE_ENDPOINT" > '\(endpoint.path)'
        read -r line < '\(go)'
        exec '\(Workplace.programs.path)/queue-client' "$@"
        """, to: "client.sh")
      let table = try place.write(
        """
        {"version": 1, "server": {"path": "/items"},
         "client": {"command": ["sh", "\(client)", "--first-retry-ms", "40", "--retry-cap-ms", "300",
           "--response-timeout-ms", "1500", "--lease-ms", "2500"],
           "limits": {"answerWithinMs": 60000}},
         "scenarios": [{"id": "lost-answer", "title": "sent again after a 503",
           "faults": [{"kind": "lost-answer", "operation": "A", "send": 1}],
           "steps": [{"do": "launch"}, {"do": "submit", "operation": "A"},
             {"do": "await", "state": {"operation": "A", "is": "done"}},
             {"do": "check", "records": 1}]}]}
        """, to: "table.json")
      let run = try place.start([table])
      let (line, end) = try await endpoint.firstLine()
      let port = try #require(URL(string: line)?.port)
      let script = """
        exec 3<>/dev/tcp/127.0.0.1/\(port)
        printf 'POST /items HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nContent-Type: application/json\\r\\n' >&3
        printf 'Idempotency-Key: other\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\n{}' >&3
        cat <&3
        """
      let other = try await RunningProgram(
        URL(fileURLWithPath: "/bin/bash"), ["-c", script], in: place.folder
      ).outcome
      // For reading too: opening must not wait for a client that may have ended.
      let gate = FileHandle(fileDescriptor: open(go, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
      try gate.write(contentsOf: Data("go\n".utf8))
      let outcome = try await run.outcome
      await end.value
      try gate.close()
      #expect(other.stdout.hasPrefix("HTTP/1.1 403"))
      #expect(outcome.status == 0, "\(outcome.stdout)")
      let evidence = try place.text("acceptance-results/evidence/001.jsonl")
      #expect(evidence.contains(#""sender":"unrelatedProcess""#))
    }
  }
#endif
