// Owns: what the terminal says of a client that could not be started before the first scenario.

import AcceptanceModel
import AcceptanceRunner
import Reporting

struct StartMessage {
  let failure: StartFailure
  let origin: CommandOrigin
  let client: ClientSpec

  var text: String {
    let tail = OutputExcerpt.lines(
      failure.stderrTail, withheld: Array(client.environment.values))
    var lines = ["acceptance: \(failure.sentence(origin))"]
    lines += ConsoleLayout.wrapped(failure.remedy(origin), to: Terminal.columns.map { $0 - 2 })
      .map { "  " + $0 }
    if !tail.isEmpty { lines += ["  The client wrote to stderr:"] + tail.map { "  | \($0)" } }
    return lines.joined(separator: "\n")
  }
}
