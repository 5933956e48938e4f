// Owns: one call of a program of the machine, for whoever examines it. Does not own: how it is
// started and killed (PresetTool).

import AcceptanceModel

package enum ToolCall {
  /// Calls a program once, with nothing to read.
  ///
  /// - Parameters:
  ///   - words: The program, looked for on the environment's PATH, and its arguments.
  ///   - home: A folder of the caller's, by which what the program leaves running is found.
  /// - Throws: `DrivingError` where it could not be started, or was killed after the limit.
  package static func run(
    _ words: [String], environment: [String: String], home: String, runReaper: RunReaper?,
    within limit: Duration
  ) async throws(DrivingError) -> (exit: ProcessExit, stdout: String) {
    let tool = PresetTool(
      words: words, environment: environment, home: home, runReaper: runReaper)
    let said = try await tool.run(
      [], call: words.prefix(3).joined(separator: " "), within: limit, .once)
    return (said.exit, said.stdout)
  }
}
