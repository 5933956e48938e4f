// Owns: what of a run differs from one run to the next though the client did the same, and taking it
// out for golden files: times, sizes of output, and how often the runner looked.

import AcceptanceModel
import Synchronization

extension ScenarioReport {
  /// Without what depends on the machine's speed. Such a report cannot be judged again.
  var steady: ScenarioReport {
    var report = self
    var places: [Int: Int] = [:]
    var entries: [HistoryEntry] = []
    // Which comes first, a line on the client's stdout or a byte on its socket, is undefined.
    for entry in history.entries.filter(\.isNoServers) + history.entries.filter({ !$0.isNoServers })
    {
      guard let observation = entry.observation.reproducible else { continue }
      places[entry.sequence] = entries.count + 1
      entries.append(
        HistoryEntry(
          sequence: entries.count + 1, at: .zero, observation: observation))
    }
    var terms = history.terms
    // How busy the machine was.
    terms.runnerDelays = []
    report.history = History(terms: terms, entries: entries)
    report.duration = .zero
    report.output = OutputCounts()
    report.earlierTries = []
    report.verdict = verdict.renumbered(places)
    return report
  }
}

extension HistoryEntry {
  fileprivate var isNoServers: Bool {
    if case .server = observation { false } else { true }
  }
}

extension Verdict {
  fileprivate func renumbered(_ places: [Int: Int]) -> Verdict {
    func renumber(_ findings: [Finding]) -> [Finding] {
      findings.map { finding in
        Finding(
          code: finding.code, operation: finding.operation, sentence: finding.sentence.steady,
          proof: finding.proof.compactMap { places[$0] }, follows: finding.follows)
      }
    }
    return switch self {
    case .failed(let findings): .failed(renumber(findings))
    case .flaky(let findings): .flaky(renumber(findings))
    case .knownFailure(let findings, let reason):
      .knownFailure(renumber(findings), reason: reason)
    case .notFinished, .passed, .error, .skipped: self
    }
  }
}

extension Message {
  /// With every time in it replaced.
  fileprivate var steady: Message {
    let text = text(showingTimes: false).replacing(/[0-9][0-9.,]* (ms|s)\b/) { "… \($0.1)" }
    return Message(parts: [.own(text)])
  }
}

/// Numbers texts in the order in which they are first asked for.
final class TextNumbers: Sendable {
  private let numbers = Mutex<[String: [[UInt8]: Int]]>([:])

  func number(_ field: String, _ text: [UInt8]) -> Int {
    numbers.withLock { numbers in
      let next = (numbers[field]?.count ?? 0) + 1
      let number = numbers[field]?[text] ?? next
      numbers[field, default: [:]][text] = number
      return number
    }
  }
}
