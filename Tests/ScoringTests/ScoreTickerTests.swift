import Reporting
import Scoring
import Testing

@Suite("A score while it goes on")
struct ScoreTickerTests {
  private static func progress(_ ended: Int, at seconds: Int) -> ScoreProgress {
    ScoreProgress(
      endedCount: ended, totalCount: 200, clientsOverCount: 1, clientCount: 4, runningCount: 3,
      runningClients: ["no-lease", "hot-loop"], elapsed: .seconds(seconds))
  }

  @Test("without a terminal there is a line at once, then one every ten seconds")
  func plain() {
    var ticker = ScoreTicker(style: ConsoleStyle())
    #expect(
      ticker.moved(Self.progress(0, at: 0))
        == "… 0 of 200 runs, 1 of 4 clients, 3 at once, 0.00 s\n")
    #expect(ticker.moved(Self.progress(1, at: 9)) == "")
    #expect(ticker.moved(Self.progress(2, at: 10)).hasPrefix("… 2 of 200 runs"))
    #expect(ticker.moved(Self.progress(3, at: 11)) == "")
  }

  @Test("the time left is told once a part is done, at the pace so far")
  func timeLeft() {
    #expect(Self.progress(9, at: 10).timeLeft == nil)
    #expect(Self.progress(50, at: 10).timeLeft == .seconds(30))
  }

  @Test("on a terminal the line is drawn anew, and taken away before a whole one")
  func live() {
    var ticker = ScoreTicker(style: ConsoleStyle(isLive: true, width: 120))
    let first = ticker.moved(Self.progress(100, at: 10))
    #expect(first.contains("━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌  100/200"))
    #expect(first.contains("10.0 s left") && first.contains("no-lease, hot-loop"))
    #expect(!first.contains("\n"))
    #expect(ticker.line("done") == "\r\u{1B}[2Kdone\n")
    #expect(ticker.line("done") == "done\n")
    #expect(ticker.ended() == "")
  }

  @Test("quiet means quiet")
  func quiet() {
    var ticker = ScoreTicker(style: ConsoleStyle(isQuiet: true))
    #expect(ticker.moved(Self.progress(0, at: 0)) == "")
  }
}
