// Owns: how far a score is. Does not own: how that is shown (Rendering).

package struct ScoreProgress: Sendable, Hashable {
  /// Runs of one scenario with one client, those included that a quick run leaves out.
  package let endedCount: Int
  package let totalCount: Int
  /// Clients whose last scenario has ended.
  package let clientsOverCount: Int
  package let clientCount: Int
  package let runningCount: Int
  /// Those that have a scenario running, each once.
  package let runningClients: [String]
  /// Since the score began.
  package let elapsed: Duration

  package init(
    endedCount: Int, totalCount: Int, clientsOverCount: Int, clientCount: Int, runningCount: Int,
    runningClients: [String], elapsed: Duration
  ) {
    self.endedCount = endedCount
    self.totalCount = totalCount
    self.clientsOverCount = clientsOverCount
    self.clientCount = clientCount
    self.runningCount = runningCount
    self.runningClients = runningClients
    self.elapsed = elapsed
  }

  /// As long as the rest takes at the pace so far; `nil` before a twentieth is done.
  package var timeLeft: Duration? {
    guard endedCount > 0, endedCount * 20 >= totalCount else { return nil }
    return elapsed * Double(totalCount - endedCount) / Double(endedCount)
  }
}
