// Owns: what a person sees of a score while it runs: on a terminal a line that is redrawn,
// elsewhere a line from time to time. Writes nothing itself.

import AcceptanceModel
import Reporting

package struct ScoreTicker: Sendable {
  /// Between two lines where there is no terminal: a log stays short, and the run does not seem to
  /// hang.
  private static let pause: Duration = .seconds(10)

  private let style: ConsoleStyle
  private var live: LiveLine
  private var lastTold: Duration?

  package init(style: ConsoleStyle) {
    self.style = style
    live = LiveLine(style: style)
  }

  /// A whole line, before which the live one is taken away.
  package mutating func line(_ text: String) -> String { live.erased() + text + "\n" }

  /// The text to write now; mostly none where there is no terminal.
  package mutating func moved(_ progress: ScoreProgress) -> String {
    if style.isQuiet { return "" }
    if style.isLive { return live.drawn(liveText(progress)) }
    if let lastTold, progress.elapsed - lastTold < Self.pause { return "" }
    lastTold = progress.elapsed
    return line("… \(plainText(progress))")
  }

  package mutating func ended() -> String { live.erased() }

  private func liveText(_ progress: ScoreProgress) -> String {
    let names = progress.runningClients.joined(separator: ", ")
    return LiveLine.bar(progress.endedCount, of: progress.totalCount)
      + "  \(progress.endedCount)/\(progress.totalCount)  \(time(progress))"
      + "  \(progress.runningCount) at once: \(names)"
  }

  private func plainText(_ progress: ScoreProgress) -> String {
    "\(progress.endedCount) of \(progress.totalCount) runs, \(progress.clientsOverCount) of "
      + "\(progress.clientCount) clients, \(progress.runningCount) at once, \(time(progress))"
  }

  private func time(_ progress: ScoreProgress) -> String {
    let elapsed = ConsoleLayout.duration(progress.elapsed.milliseconds)
    guard let left = progress.timeLeft, progress.endedCount < progress.totalCount else {
      return elapsed
    }
    return "\(elapsed), \(ConsoleLayout.duration(left.milliseconds)) left"
  }
}
