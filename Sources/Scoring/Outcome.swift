// Owns: what one scenario made of one client whose faults are known.

import AcceptanceModel

package enum Outcome: Sendable, Hashable {
  /// Nothing was found.
  case passed
  /// Found by a code that names the client's fault; the codes of its own come first.
  case caught([FindingCode])
  /// Something was found, but nothing that names the client's fault. In a right client, whatever
  /// was found.
  case foundOtherwise([FindingCode])
  /// The result is inconclusive; the runner's sentence.
  case inconclusive(String)
  /// The client lacks an ability that the scenario needs.
  case skipped
  /// Left out: the client was caught before, or the run was interrupted.
  case notRun

  package init(_ verdict: Verdict, role: ScoredClient.Role) {
    switch verdict {
    case .passed: self = .passed
    case .skipped: self = .skipped
    case .notFinished, .error(.interrupted): self = .notRun
    case .error(let error): self = .inconclusive("\(error)")
    case .failed(let findings), .flaky(let findings), .knownFailure(let findings, _):
      var codes: [FindingCode] = []
      for finding in findings where !codes.contains(finding.code) { codes.append(finding.code) }
      switch role {
      case .right: self = .foundOtherwise(codes)
      case .wrong(let own):
        let hits = codes.filter(own.contains)
        self =
          hits.isEmpty
          ? .foundOtherwise(codes) : .caught(hits + codes.filter { !own.contains($0) })
      }
    }
  }

  package var isCaught: Bool {
    if case .caught = self { true } else { false }
  }
}
