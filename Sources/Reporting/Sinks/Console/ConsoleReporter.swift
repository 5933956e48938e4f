// Owns: what a person sees during a run, as text made of events. Writes nothing itself.
// Every line begins with text of ours, so that no build server obeys what a title contains.

import AcceptanceModel
import Evidence

package struct ConsoleReporter: LogSink {
  package let name = "console"
  package let isRepeatable = false

  let style: ConsoleStyle
  private(set) var command = "acceptance"
  private(set) var selectionCommand = "acceptance"
  private(set) var total = 0
  private var idWidth = 0
  private var running: [RunningScenario] = []
  private(set) var ended = VerdictCounts()
  private var elapsed: Duration = .zero
  private var live: LiveLine

  package init(style: ConsoleStyle = ConsoleStyle()) {
    self.style = style
    live = LiveLine(style: style)
  }

  package func configured(by setup: SinkSetup) -> ConsoleReporter? {
    ConsoleReporter(style: setup.style)
  }

  /// The text to write for this event: whole lines, and on a terminal the live line's last state.
  package mutating func render(_ event: RunEvent) -> String {
    switch event {
    case .began(let table, let scenarios, let command, let selection):
      self.command = command
      selectionCommand = selection ?? command
      total = scenarios.count
      // Longer ids are rare, and one must not push all titles to the right.
      idWidth = min(36, scenarios.map(\.text.count).max() ?? 0)
      let line = "acceptance  \(table)  \(Self.counted(total, "scenario"))"
      return style.isQuiet ? "" : print([ANSIStyle.bold.on(line, style), ""])
    case .scenarioBegan(let id, let time):
      running.append(RunningScenario(id: id, since: time))
      elapsed = max(elapsed, time)
      return liveLine()
    case .scenarioEnded(let scenario):
      if let index = running.firstIndex(where: { $0.id.text == scenario.id.text }) {
        running.remove(at: index)
      }
      ended.count(scenario.verdict)
      return print(lines(for: scenario)) + liveLine()
    case .tick(let elapsed):
      self.elapsed = elapsed
      return liveLine()
    case .asked(let elapsed):
      self.elapsed = elapsed
      return print([progressText]) + liveLine()
    case .lines(let lines): return print(lines) + liveLine()
    case .ended(let summary, let elapsed): return print(ending(summary, elapsed))
    }
  }

  // MARK: - One scenario

  func lines(for scenario: RedactedScenario) -> [String] {
    if style.isQuiet, !scenario.verdict.needsAttention { return [] }
    let tries = TryWords.all(of: scenario).flatMap { entry($0.label, .dim, $0.sentence) }
    return [headline(scenario)] + details(of: scenario) + tries
  }

  private func headline(_ scenario: RedactedScenario) -> String {
    let verdictSymbol = VerdictSymbol(scenario.verdict)
    let duration = ConsoleLayout.rightAligned(
      ConsoleLayout.duration(scenario.duration.milliseconds), to: 11)
    let id = ConsoleLayout.padded(scenario.id.text, to: idWidth)
    let before =
      "\(verdictSymbol.symbol) \(ConsoleLayout.padded(verdictSymbol.word, to: 7)) \(duration)  \(id)  "
    var title = scenario.title.text
    if let width = style.width {
      if width < ConsoleLayout.columns(before) + 8 {
        return narrowHeadline(scenario, verdictSymbol, width)
      }
      title = ConsoleLayout.cut(title, to: max(0, width - ConsoleLayout.columns(before)))
    }
    let verdict = verdictSymbol.ansi.on(
      "\(verdictSymbol.symbol) \(ConsoleLayout.padded(verdictSymbol.word, to: 7))", style)
    return
      "\(verdict) \(ANSIStyle.dim.on(duration, style))  \(id)  \(ANSIStyle.dim.on(title, style))"
  }

  private func narrowHeadline(
    _ scenario: RedactedScenario, _ verdictSymbol: VerdictSymbol, _ width: Int
  )
    -> String
  {
    let verdict = "\(verdictSymbol.symbol) \(ConsoleLayout.padded(verdictSymbol.word, to: 7))"
    let id = ConsoleLayout.cut(scenario.id.text, to: width - ConsoleLayout.columns(verdict) - 1)
    return verdictSymbol.ansi.on(verdict, style) + " " + id
  }

  /// Why it did not pass: a code and its sentence each, the sentences under one another.
  private func details(of scenario: RedactedScenario) -> [String] {
    switch scenario.verdict {
    case .failed(let findings), .flaky(let findings):
      let width = findings.map(\.code.text.count).max() ?? 0
      return FindingGroup.groups(of: findings).flatMap { group in
        entry(group.first.code.text, .red, group.first.markedSentence, codeWidth: width)
          + (group.likewise.map { entry("", .red, $0, codeWidth: width) } ?? [])
      }
    case .knownFailure(_, let reason): return entry("known", .yellow, reason.text)
    case .error(let type, let sentence): return entry(type.text, .yellow, sentence.text)
    case .skipped(let reason): return entry("skipped", .dim, reason.text)
    case .notFinished, .passed: return []
    }
  }

  func entry(
    _ code: String, _ ansi: ANSIStyle, _ sentence: String, codeWidth: Int = 0
  ) -> [String] {
    let margin = String(repeating: " ", count: 6)
    let codeWidth = max(codeWidth, code.count)
    let column = margin.count + codeWidth + 2
    // On a narrow terminal the sentence goes below its code.
    if let width = style.width, width < column + 30 {
      return (code.isEmpty ? [] : [margin + ansi.on(code, style)])
        + ConsoleLayout.wrapped(sentence, to: width - margin.count - 2).map { margin + "  " + $0 }
    }
    let lines = ConsoleLayout.wrapped(sentence, to: style.width.map { $0 - column })
    return lines.enumerated().map { index, line in
      let label = index == 0 ? code : ""
      let column = ConsoleLayout.padded(label, to: codeWidth)
      return margin + (label.isEmpty ? column : ansi.on(column, style)) + "  " + line
    }
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  // MARK: - The live line

  /// Whole lines, before which the live line is taken away.
  private mutating func print(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    return live.erased() + lines.map { $0 + "\n" }.joined()
  }

  private mutating func liveLine() -> String {
    guard !running.isEmpty else { return live.drawn("") }
    let time = ConsoleLayout.wholeSeconds(elapsed)
    return live.drawn(
      LiveLine.bar(ended.all, of: total) + "  \(ended.all)/\(total)  \(time)  " + runningText)
  }

  /// `3 running: conflict 1 min 20 s, created 2 s, relaunch`: the longest first.
  private var runningText: String {
    let names = running.sorted { $0.since < $1.since }.map { scenario in
      let waited = elapsed - scenario.since
      let time = waited < .seconds(1) ? "" : " " + ConsoleLayout.wholeSeconds(waited)
      return scenario.id.text + time
    }
    guard !names.isEmpty else { return "none running" }
    return "\(names.count) running: " + names.joined(separator: ", ")
  }

  private var progressText: String {
    "\(ended.all) of \(total) ended, \(ended.failed) failed; \(runningText)"
  }
}

private struct RunningScenario {
  let id: ScenarioID
  /// Since the run's start.
  let since: Duration
}

/// A verdict's symbol, word and colour.
struct VerdictSymbol {
  let symbol: String
  let word: String
  let ansi: ANSIStyle

  init(_ verdict: RedactedVerdict) {
    switch verdict {
    case .passed: (symbol, word, ansi) = ("✓", "passed", .green)
    case .failed: (symbol, word, ansi) = ("✗", "failed", .boldRed)
    case .flaky: (symbol, word, ansi) = ("≠", "flaky", .boldRed)
    case .error: (symbol, word, ansi) = ("!", "error", .boldYellow)
    case .knownFailure: (symbol, word, ansi) = ("~", "known", .yellow)
    case .skipped: (symbol, word, ansi) = ("–", "skipped", .dim)
    case .notFinished: (symbol, word, ansi) = ("…", "not run", .boldYellow)
    }
  }
}

extension RedactedVerdict {
  var needsAttention: Bool {
    switch self {
    case .failed, .flaky, .error, .notFinished: true
    case .passed, .skipped, .knownFailure: false
    }
  }
}
