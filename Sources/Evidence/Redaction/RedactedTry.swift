// Owns: a run of a scenario before the one that counts, as evidence and reports show it: from the
// run, into a line's fields and back. Does not own: when a scenario is run again (the runner).

import AcceptanceModel

package struct RedactedTry: Sendable, Hashable {
  /// Passed, failed or an error. Its history is not kept, so its findings name no entries of one.
  package let verdict: RedactedVerdict
  package let duration: Duration
  /// Threads that ran or waited for each processor, in hundredths, as a mean over the run.
  package let loadPercent: Int

  var fields: [FieldName: EvidenceValue] {
    var fields: [FieldName: EvidenceValue] = [
      .verdict: .word(verdict.word), .durationMs: .time(duration),
      .loadPercent: .integer(loadPercent),
    ]
    switch verdict {
    case .failed(let findings):
      fields[.findings] = .list(
        findings.map { finding in .fields(finding.fields.filter { $0.key != .proof }) })
    case .error(let type, let sentence):
      fields[.error] = .word(type)
      fields[.sentence] = .sentence(sentence)
    case .passed: break
    case .notFinished, .flaky, .knownFailure, .skipped:
      preconditionFailure("a scenario is not run again after \(verdict.word)")
    }
    return fields
  }
}

extension Redactor {
  func redact(_ earlier: PreviousAttempt) -> RedactedTry {
    let redacted = redact(earlier.verdict, hasBegun: true)
    let verdict: RedactedVerdict
    switch redacted {
    case .failed(let findings): verdict = .failed(findings.map(\.withoutProof))
    case .notFinished, .passed, .flaky, .knownFailure, .error, .skipped: verdict = redacted
    }
    return RedactedTry(
      verdict: verdict, duration: earlier.duration,
      loadPercent: Int((max(0, min(earlier.load, 1_000_000)) * 100).rounded()))
  }
}

extension RedactedFinding {
  fileprivate var withoutProof: RedactedFinding {
    RedactedFinding(
      code: code, typeName: typeName, operation: operation, sentence: sentence, proof: [],
      follows: follows)
  }
}

extension FactReader {
  /// Of a verdict's line.
  func earlierTries() throws(EvidenceError) -> [RedactedTry] {
    var tries: [RedactedTry] = []
    for earlier in try list(.earlierTries) {
      tries.append(
        RedactedTry(
          verdict: try earlier.triedVerdict(), duration: try earlier.time(.durationMs),
          loadPercent: try earlier.integer(.loadPercent)))
    }
    return tries
  }

  private func triedVerdict() throws(EvidenceError) -> RedactedVerdict {
    switch try text(.verdict) {
    case "passed": return .passed
    case "error":
      guard let type = Keyword(stored: try text(.error)) else { throw wrong(.error, "a word") }
      return .error(type: type, StoredText.sentence(try text(.sentence)))
    case "failed":
      var findings: [RedactedFinding] = []
      for finding in try list(.findings) {
        let code = try finding.word(.code)
        findings.append(
          RedactedFinding(
            code: code, typeName: StoredText.fileWord(FindingCode(code.text).typeName),
            operation: finding.has(.operation) ? try finding.word(.operation) : nil,
            sentence: StoredText.sentence(try finding.text(.sentence)), proof: [],
            follows: finding.has(.follows) ? try finding.word(.follows) : nil))
      }
      return .failed(findings)
    default: throw wrong(.verdict, "passed, failed or error")
    }
  }
}
