// Owns: how many tests that run the whole product at once. Does not own: what they run.

import Testing

/// Lets a test begin only while fewer than four others of its kind are under way. A run mostly waits
/// for its client, so that two of them leave a machine with two cores half idle; many more would
/// only make each other late.
package struct WholeRunTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await WholeRuns.shared.enter()
    do { try await function() } catch {
      await WholeRuns.shared.leave()
      throw error
    }
    await WholeRuns.shared.leave()
  }
}

extension Trait where Self == WholeRunTrait {
  /// The test starts processes of the product and waits for them.
  package static var wholeRun: Self { WholeRunTrait() }
}

/// First come, first served.
private actor WholeRuns {
  static let shared = WholeRuns()

  private var free = 4
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
