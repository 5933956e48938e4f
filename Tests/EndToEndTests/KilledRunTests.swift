#if os(Linux)
  import Evidence
  import Foundation
  import FoundationXML
  import TestSupport
  import Testing

  @Suite(.wholeRun) struct KilledRunTests {
    @Test(
      "SIGKILL after any change of any file leaves a valid report that fails and evidence that is whole or torn",
      .timeLimit(.minutes(10)))
    func killedAnywhere() async throws {
      // Given how many changes a whole run makes
      let all = try await killed(after: .max)
      #expect(all.status == 0)
      #expect(all.hasPassed)
      #expect(all.evidence == 0)
      // When one run after the other is killed later
      let instants = Self.instants(upTo: all.changeCount, count: Self.killCount)
      var remains: [Remains] = []
      for batch in stride(from: 0, to: instants.count, by: 4) {
        remains += try await withThrowingTaskGroup(of: Remains.self) { group in
          for instant in instants[batch..<min(batch + 4, instants.count)] {
            group.addTask { try await killed(after: instant) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      // Then
      for remain in remains where remain.isPlaced {
        #expect(remain.isValid, "after change \(remain.changeCount)")
        #expect([0, 10].contains(remain.evidence), "after change \(remain.changeCount)")
        // Green is only what was over: then nothing is missing either.
        #expect(!remain.hasPassed || remain.evidence == 0, "after change \(remain.changeCount)")
      }
      #expect(remains.contains { $0.isPlaced && $0.evidence == 10 })
      #expect(remains.contains { $0.status == -SIGKILL })
    }

    /// In a whole run of the tests; any number by hand.
    private static let killCount =
      ProcessInfo.processInfo.environment["ACCEPTANCE_TEST_KILLS"].flatMap(Int.init) ?? 32

    /// The first ones each, since there the folder is placed; then evenly over all.
    private static func instants(upTo last: Int, count: Int) -> [Int] {
      let early = count / 4
      return Array(1...early)
        + (1...(count - early)).map { early + $0 * (last - early) / (count - early) }
    }

    /// What a run left.
    private struct Remains: Sendable {
      let status: Int32
      let changeCount: Int
      /// Whether its results folder had come to its place.
      let isPlaced: Bool
      let isValid: Bool
      /// Whether the report says that all is well.
      let hasPassed: Bool
      /// The exit status of `acceptance verify`.
      let evidence: Int32
    }

    private func killed(after changeCount: Int) async throws -> Remains {
      let place = try Workplace()
      let results = place.path("placed")
      try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: false)
      let watch = try FolderWatch(results)
      let runner = try place.start([
        Workplace.table, "--only", "two-operations", "--only", "lost-answer", "--results",
        "placed/results", "--quiet",
      ])
      let waker = Task {
        _ = try await runner.outcome
        // Wakes the one who counts.
        _ = FileManager.default.createFile(atPath: results + "/over", contents: nil)
      }
      let count = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let count = watch.wait(for: changeCount, end: "over")
          if count == changeCount { runner.signal(SIGKILL) }
          continuation.resume(returning: count)
        }
      }
      // Else it may write into a folder that is being removed.
      try await waker.value
      let status = try await runner.outcome.status
      return try remains(of: results + "/results", status: status, changeCount: count)
    }

    private func remains(of folder: String, status: Int32, changeCount: Int) throws -> Remains {
      guard let report = FileManager.default.contents(atPath: folder + "/junit.xml") else {
        return Remains(
          status: status, changeCount: changeCount,
          isPlaced: FileManager.default.fileExists(atPath: folder), isValid: false,
          hasPassed: false, evidence: -1)
      }
      let text = String(decoding: report, as: UTF8.self)
      return Remains(
        status: status, changeCount: changeCount, isPlaced: true,
        isValid: XMLParser(data: report).parse() && text.contains("redaction/no-leak"),
        hasPassed: text.contains(#"failures="0" errors="0""#),
        evidence: try EvidenceVerification.verify(folder).exitStatus)
    }
  }
#endif
