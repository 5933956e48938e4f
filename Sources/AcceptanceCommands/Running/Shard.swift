// Owns: which part of a table one of several machines runs.

import AcceptanceModel

struct Shard: Equatable {
  /// From 1.
  let index: Int
  let count: Int

  /// - Parameters:
  ///   - text: `i/n` with i from 1, or `auto` for what the build server's environment says.
  /// - Throws: `UsageError`, also where `auto` finds no build server that splits its jobs.
  init(_ text: String, environment: [String: String]) throws(UsageError) {
    if text == "auto" {
      guard let found = Self.found(in: environment) else {
        throw UsageError(
          "--shard auto: found no build server that splits this job; known are "
            + Self.servers.map(\.name).joined(separator: ", ") + "; otherwise say --shard 1/4")
      }
      self = found
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]),
      (1...1000).contains(count), (1...count).contains(index)
    else {
      throw UsageError("--shard: i/n with i from 1 to n is wanted, e.g. 1/4, or auto")
    }
    self.init(index: index, count: count)
  }

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Every n-th scenario, so that a group of slow ones is spread.
  func part<Element>(of elements: [Element]) -> [Element] {
    elements.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
  }

  private struct BuildServer {
    let name: String
    let index: String
    let count: String
    /// What the server calls its first job.
    let first: Int
  }

  private static let servers = [
    BuildServer(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    BuildServer(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
    BuildServer(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0),
    BuildServer(name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS", first: 0),
    // Kubernetes gives an indexed job its index; the count is the job's own to pass on.
    BuildServer(
      name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: 0),
  ]

  private static func found(in environment: [String: String]) -> Shard? {
    for server in servers {
      guard let index = environment[server.index].flatMap(Int.init),
        let count = environment[server.count].flatMap(Int.init), count >= 1,
        (server.first..<server.first + count).contains(index)
      else { continue }
      return Shard(index: index - server.first + 1, count: count)
    }
    return nil
  }
}
