import AcceptanceModel
import Judge
import Testing

@Suite("Rules")
struct RuleTests {
  @Test("a history has exactly the findings that its example names", arguments: RuleExample.all)
  func example(_ example: RuleExample) {
    #expect(example.log.codes == example.codes)
  }

  @Test("every rule has a history that breaks it and one that nearly does")
  func everyRuleHasBoth() {
    let broken = Set(RuleExample.all.filter { $0.codes.contains($0.code) }.map(\.code))
    let spared = Set(RuleExample.all.filter(\.codes.isEmpty).map(\.code))
    let codes = Set(RuleCatalog.codes.map(\.text))
    #expect(codes.subtracting(broken).isEmpty)
    #expect(codes.subtracting(spared).isEmpty)
    #expect(broken.union(spared).subtracting(codes).isEmpty)
  }

  @Test("no two rules share a code, and each says in one sentence what breaks it")
  func catalogue() {
    #expect(RuleCatalog.codes.count == RuleCatalog.all.count)
    for rule in RuleCatalog.all {
      #expect(rule.summary.text.hasSuffix("."), "\(rule.code)")
      #expect(!rule.summary.text.dropLast().contains(". "), "\(rule.code)")
    }
  }

  @Test("a right history that is cut short anywhere has no finding", arguments: RightHistories.all)
  func prefixes(_ right: RightHistory) {
    for length in right.log.entries.indices {
      let cut = History(terms: right.log.terms, entries: Array(right.log.entries.prefix(length)))
      #expect(Judge.findings(in: cut) == [], "cut after \(length) entries")
    }
  }

  @Test("what was found in a part of a history is found in the whole", arguments: RuleExample.all)
  func findingsStay(_ example: RuleExample) {
    let whole = Set(example.log.codes)
    let lasting = Set(RuleCatalog.codes.map(\.text)).subtracting(["lost-operation"])
      .subtracting(["still-waiting", "check-failed"])
    for length in example.log.entries.indices {
      let entries = Array(example.log.entries.prefix(length))
      let part = Judge.findings(in: History(terms: example.log.terms, entries: entries))
      let codes = Set(part.map(\.code.text)).intersection(lasting)
      #expect(codes.isSubset(of: whole), "cut after \(length) entries")
    }
  }

  @Test("no sentence carries a key, a body or a task id", arguments: RuleExample.all)
  func sentencesAreSafe(_ example: RuleExample) {
    for finding in example.log.findings {
      for text in ["KEY-", "BODY-", "BYTES", "T-A", "T-B", "OTHER", "MEANING"] {
        #expect(!finding.sentence.text.contains(text))
      }
      #expect(!finding.sentence.text.hasSuffix("."))
      #expect(!finding.sentence.text.contains("  "))
    }
  }

  @Test("every finding is proved by entries of its history, in order", arguments: RuleExample.all)
  func proofs(_ example: RuleExample) {
    for finding in example.log.findings {
      #expect(!finding.proof.isEmpty)
      #expect(finding.proof == Set(finding.proof).sorted())
      #expect(finding.proof.allSatisfy { (1...example.log.entries.count).contains($0) })
    }
  }

  @Test("one finding per rule and operation", arguments: RuleExample.all)
  func noRepetition(_ example: RuleExample) {
    let pairs = example.log.findings.map { "\($0.code) \($0.operation?.text ?? "")" }
    #expect(Set(pairs).count == pairs.count)
  }
}
