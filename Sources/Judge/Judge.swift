// Owns: the verdict on a history: all rules, minus waivers, in order. Does not own: any rule.

import AcceptanceModel

package enum Judge {
  /// What the client did wrong, the most informative first; at most one finding per rule and
  /// operation.
  ///
  /// Findings that the scenario waives are left out. A waived finding explains nothing: a wait that
  /// failed is still reported, or a waiver would turn a scenario that went nowhere into a pass.
  package static func findings(in history: History) -> [Finding] {
    let view = HistoryView(history)
    let waived = Set(history.terms.waivers.map(\.code))
    let lastCodes = Set(RuleCatalog.fallbackRules.map { $0.code })
    var findings: [Finding] = []
    for rule in RuleCatalog.all
    where !waived.contains(rule.code) && !lastCodes.contains(rule.code) {
      findings += rule.findings(in: view)
    }
    for rule in RuleCatalog.fallbackRules where !waived.contains(rule.code) {
      let unexplained = rule.findings(in: view).filter {
        !isExplained($0, by: findings, view)
      }
      findings += unexplained
    }
    return causesFirst(findings, view)
  }

  /// Marks what only follows from another finding, and puts it after all that does not.
  private static func causesFirst(_ findings: [Finding], _ view: HistoryView) -> [Finding] {
    let marked = findings.map { finding in
      var finding = finding
      finding.follows = cause(of: finding, among: findings, view)
      return finding
    }
    // What a finding itself shows to be a consequence says less than what a rule always is one of.
    let own = Set(findings.filter { $0.follows != nil }.map(\.code))
    return marked.filter { $0.follows == nil }
      + marked.filter { $0.follows != nil && !own.contains($0.code) }
      + marked.filter { $0.follows != nil && own.contains($0.code) }
  }

  private static func cause(
    of finding: Finding, among all: [Finding], _ view: HistoryView
  ) -> FindingCode? {
    if let known = finding.follows { return all.contains { $0.code == known } ? known : nil }
    let own = RuleCatalog.all.first { $0.code == finding.code }?.followsFrom ?? []
    return own.first { code in
      all.contains { other in
        other.code == code && other.follows != finding.code
          && isAboutTheSame(finding, other, view)
      }
    }
  }

  /// A finding beats an error: what the client did wrong stays wrong, whatever happened after it.
  package static func verdict(of history: History, error: RunnerError?) -> Verdict {
    let findings = findings(in: history)
    if case .premiseMissed? = error {
      // Checks and waits are about the moment that was missed; all other rules hold at any.
      let codes = Set(RuleCatalog.fallbackRules.map { $0.code })
      if let error, findings.allSatisfy({ codes.contains($0.code) }) { return .error(error) }
    }
    if !findings.isEmpty { return .failed(findings) }
    if let error { return .error(error) }
    return .passed
  }

  /// Whether a finding of this history so far stays, whatever happens later.
  package static func hasFinalFinding(_ history: History) -> Bool {
    let view = HistoryView(history)
    let waived = Set(history.terms.waivers.map(\.code))
    return RuleCatalog.finalRules.contains { rule in
      !waived.contains(rule.code) && !rule.findings(in: view).isEmpty
    }
  }

  /// Whether another finding is about the same operation, its twin, or the client as a whole.
  private static func isExplained(
    _ finding: Finding, by others: [Finding], _ view: HistoryView
  ) -> Bool {
    guard finding.operation != nil else { return !others.isEmpty }
    return others.contains { isAboutTheSame(finding, $0, view) }
  }

  private static func isAboutTheSame(
    _ finding: Finding, _ other: Finding, _ view: HistoryView
  ) -> Bool {
    guard let name = finding.operation, let otherName = other.operation else { return true }
    let kin = Set(view.operations(called: name).flatMap(\.group)).union([name])
    return kin.contains(otherName)
  }
}
