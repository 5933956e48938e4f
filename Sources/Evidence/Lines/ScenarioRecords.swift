import AcceptanceModel

extension Redactor {
  /// The terms, every observation, the verdict.
  func records(
    of report: ScenarioReport, _ lines: [ObservedLine], _ verdict: RedactedVerdict,
    _ tries: [RedactedTry]
  ) -> [EvidenceRecord] {
    let names = numberNames(in: lines)
    var records = [termsRecord(report.history.terms)]
    for line in lines {
      var fields = redact(line.fields, showing: names)
      fields[.entry] = .integer(line.entry.sequence)
      records.append(EvidenceRecord(line.kind, at: line.entry.at, fields))
    }
    records.append(verdictRecord(report, verdict, tries))
    return records
  }

  /// Numbers of answers that may be shown: the server's own counts, the fields declared public, and
  /// those that the scenario file itself checks.
  private func numberNames(in lines: [ObservedLine]) -> Set<String> {
    var names: Set = ["attempts", "record_count"]
    names.formUnion(policy.publicFields)
    for value in lines.lazy.flatMap(\.fields.values) {
      value.walk { if case .checkedName(let name) = $0 { names.insert(name) } }
    }
    return names
  }

  private func termsRecord(_ terms: JudgingTerms) -> EvidenceRecord {
    let answers = terms.answers.overrides.sorted { $0.key < $1.key }.map { status, duty in
      EvidenceValue.fields([.status: .integer(status), .duty: .word(Keyword(duty))])
    }
    let waivers = terms.waivers.map { waiver in
      EvidenceValue.fields([
        .code: .file(fileWord(waiver.code.text)), .reason: .file(fileWord(waiver.reason)),
      ])
    }
    var fields = redact(
      LineItem<DeclaredLimits>.limits.fields(of: terms.limits.declared), showing: [])
    let own: [FieldName: EvidenceValue] = [
      .answers: .list(answers),
      .waivers: .list(waivers),
      .expectsKey: .flag(terms.expectsKey),
      .okExit: .list(terms.okExit.sorted().map { .integer(Int($0)) }),
      .listsTasks: .flag(terms.listsTasks),
    ]
    fields.merge(own) { _, own in own }
    if terms.givesToken { fields[.givesToken] = .flag(true) }
    if !terms.runnerDelays.isEmpty {
      fields[.runnerDelays] = .list(
        terms.runnerDelays.map {
          .fields([.endedAtMs: .time($0.endedAt), .lateByMs: .time($0.lateBy)])
        })
    }
    return EvidenceRecord(.terms, fields)
  }

  private func verdictRecord(
    _ report: ScenarioReport, _ verdict: RedactedVerdict, _ tries: [RedactedTry]
  ) -> EvidenceRecord {
    var fields: [FieldName: EvidenceValue] = [
      .verdict: .word(verdict.word),
      .durationMs: .time(report.duration),
      .stdoutBytes: .integer(report.output.stdoutBytes),
      .stderrBytes: .integer(report.output.stderrBytes),
    ]
    switch verdict {
    case .failed(let findings), .flaky(let findings):
      fields[.findings] = .list(findings.map { .fields($0.fields) })
    case .knownFailure(let findings, let reason):
      fields[.findings] = .list(findings.map { .fields($0.fields) })
      fields[.reason] = .file(reason)
    case .error(let type, let sentence):
      fields[.error] = .word(type)
      fields[.sentence] = .sentence(sentence)
    case .skipped(let reason): fields[.reason] = .sentence(reason)
    case .notFinished, .passed: break
    }
    if !tries.isEmpty { fields[.earlierTries] = .list(tries.map { .fields($0.fields) }) }
    return EvidenceRecord(.verdict, at: report.duration, fields)
  }
}

/// A history's entry and what its line holds before redaction.
struct ObservedLine {
  let entry: HistoryEntry
  let kind: Keyword
  let fields: LineFields

  init(_ entry: HistoryEntry) {
    self.entry = entry
    kind = entry.observation.kind
    fields = entry.observation.lineFields
  }
}

extension RedactedVerdict {
  /// The verdict as one word, as evidence and the console say it.
  package var word: Keyword {
    switch self {
    case .notFinished: "notFinished"
    case .passed: "passed"
    case .failed: "failed"
    case .flaky: "flaky"
    case .knownFailure: "knownFailure"
    case .error: "error"
    case .skipped: "skipped"
    }
  }
}

extension RedactedFinding {
  var fields: [FieldName: EvidenceValue] {
    var fields: [FieldName: EvidenceValue] = [
      .code: .file(code), .sentence: .sentence(sentence),
      .proof: .list(proof.map { .integer($0) }),
    ]
    if let operation { fields[.operation] = .file(operation) }
    if let follows { fields[.follows] = .file(follows) }
    return fields
  }
}
