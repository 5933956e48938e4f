// Owns: the last lines of a run: what did not pass, where the results are, how to run it again.
// Does not own: what is said of one scenario (ConsoleReporter).

import Evidence

extension ConsoleReporter {
  /// Up to this many are repeated in full; of more than that, only the reasons are.
  static let fullyToldLimit = 3
  /// More ids than this make an unreadable command; then it runs the whole selection again.
  static let againLimit = 12

  func ending(_ summary: ReportSummary, _ elapsed: Duration) -> [String] {
    let bad = summary.scenarios.filter(\.verdict.needsAttention)
    var lines = total > 0 || style.isQuiet ? [""] : []
    // Seen once already where nothing came after it; never seen where nothing was run.
    if !bad.isEmpty, ended.all == 0 || (!style.isQuiet && total > 1) {
      lines += whatDidNotPass(bad.filter(\.verdict.isFinal)) + [""]
    }
    lines.append(summaryLine(summary, elapsed))
    lines += summary.places.map { label($0.label, $0.path + $0.note) }
    if summary.run.isReproducible {
      lines.append(label("note", "reproducible: without times, and not confidential"))
    }
    if case .found(let leaks, _) = summary.leaks {
      for leak in leaks { lines += entry("secret", .boldRed, leak.description) }
    }
    if let code = bad.lazy.compactMap(\.verdict.firstCode).first {
      lines.append(label("explain", "acceptance rules \(code)"))
    }
    if !bad.isEmpty { lines.append(label("rerun", rerun(bad, of: summary.scenarios))) }
    return lines
  }

  private func whatDidNotPass(_ bad: [RedactedScenario]) -> [String] {
    guard !bad.isEmpty else { return [] }
    let title = ANSIStyle.bold.on("Failures", style)
    if bad.count <= Self.fullyToldLimit {
      return [title] + bad.flatMap { lines(for: $0) }
    }
    return [title] + FailureReason.reasons(of: bad).flatMap { lines(for: $0) }
  }

  private func lines(for reason: FailureReason) -> [String] {
    let names = reason.names
    let ansi = reason.isError ? ANSIStyle.boldYellow : .boldRed
    let head = ansi.on("\(reason.isError ? "!" : "✗") \(reason.code)", style)
    let margin = String(repeating: " ", count: 6)
    let list = "\(Self.counted(names.count, "scenario")): " + FailureReason.listed(names, upTo: 3)
    let sentence = names.count == 1 ? reason.sentence : "\(names[0]): \(reason.sentence)"
    return [head + "  " + list]
      + ConsoleLayout.wrapped(sentence, to: style.width.map { $0 - margin.count })
      .map { margin + $0 }
  }

  private func rerun(_ bad: [RedactedScenario], of all: [RedactedScenario]) -> String {
    let ids = Set(bad.map(\.id.text))
    let isAll = ids.count == Set(all.map(\.id.text)).count
    // What was selected with other words is selected again with them.
    if isAll || ids.count > Self.againLimit { return selectionCommand }
    return RepeatCommand(command: command, scenarios: bad).text
  }

  private func label(_ name: String, _ text: String) -> String {
    ANSIStyle.dim.on(ConsoleLayout.padded(name, to: 9), style) + " " + text
  }

  private func summaryLine(_ summary: ReportSummary, _ elapsed: Duration) -> String {
    let counts = summary.counts
    var parts: [String] = []
    func add(_ count: Int, _ word: String, _ ansi: ANSIStyle) {
      if count > 0 { parts.append(ansi.on("\(count) \(word)", style)) }
    }
    add(counts.failed, "failed", .boldRed)
    add(counts.flaky, "flaky", .boldRed)
    add(counts.errors, counts.errors == 1 ? "error" : "errors", .boldYellow)
    add(counts.notFinished, "not finished", .boldYellow)
    add(counts.passed, "passed", .boldGreen)
    add(
      counts.knownFailures, counts.knownFailures == 1 ? "known failure" : "known failures",
      .yellow)
    add(counts.skipped, "skipped", .dim)
    if parts.isEmpty { return ANSIStyle.boldYellow.on("nothing was selected", style) }
    let again = summary.scenarios.count { !$0.earlierTries.isEmpty }
    if again > 0 { parts.append(ANSIStyle.yellow.on("\(again) retried", style)) }
    let end = summary.isInterrupted ? "interrupted after" : "in"
    return parts.joined(separator: ", ") + " of \(Self.counted(counts.all, "scenario")) \(end) "
      + ConsoleLayout.duration(elapsed.milliseconds)
  }
}

extension RedactedVerdict {
  /// The code of the finding that is reported first.
  fileprivate var firstCode: String? {
    switch self {
    case .failed(let findings), .flaky(let findings): findings.first?.code.text
    case .notFinished, .passed, .knownFailure, .error, .skipped: nil
    }
  }
}
