// Owns: what of a scenario is written down, in which order, and the terms and verdict lines.
// Does not own: single observations (ClientRecords, ServerRecords, RunnerRecords).

import AcceptanceModel

extension Redactor {
  /// The terms, every observation, the verdict.
  func records(
    of report: ScenarioReport, _ verdict: RedactedVerdict, _ tries: [RedactedTry]
  ) -> [EvidenceRecord] {
    let shownNumbers = numberNames(in: report.history)
    var records = [termsRecord(report.history.terms)]
    for entry in report.history.entries {
      let (kind, fields) =
        switch entry.observation {
        case .client(let seen): clientFields(seen)
        case .server(let seen): serverFields(seen, showing: shownNumbers)
        case .runner(let seen): runnerFields(seen)
        }
      let record = EvidenceRecord(
        kind, at: entry.at,
        fields.merging([.entry: .integer(entry.sequence)]) { _, number in number })
      records.append(record)
    }
    records.append(verdictRecord(report, verdict, tries))
    return records
  }

  /// Numbers of answers that may be shown: the server's own counts, the fields declared public, and
  /// those that the scenario file itself checks.
  private func numberNames(in history: History) -> Set<String> {
    var names: Set = ["attempts", "record_count"]
    names.formUnion(policy.publicFields)
    for entry in history.entries {
      if case .runner(.checkFailed(_, .answer(_, _, _, let fields))) = entry.observation {
        names.formUnion(fields.map(\.name))
      }
    }
    return names
  }

  private func termsRecord(_ terms: Terms) -> EvidenceRecord {
    let answers = terms.answers.overrides.sorted { $0.key < $1.key }.map { status, duty in
      EvidenceValue.fields([.status: .integer(status), .duty: .word(ProductWord(duty))])
    }
    let waivers = terms.waivers.map { waiver in
      EvidenceValue.fields([
        .code: .file(fileWord(waiver.code.text)), .reason: .file(fileWord(waiver.reason)),
      ])
    }
    var fields: RecordFields = [
      .limits: .fields(limitFields(terms.limits)),
      .answers: .list(answers),
      .waivers: .list(waivers),
      .expectsKey: .flag(terms.expectsKey),
      .okExit: .list(terms.okExit.sorted().map { .integer(Int($0)) }),
      .listsTasks: .flag(terms.listsTasks),
    ]
    if terms.givesToken { fields[.givesToken] = .flag(true) }
    if !terms.runnerDelays.isEmpty {
      fields[.runnerDelays] = .list(
        terms.runnerDelays.map {
          .fields([.endedAtMs: .time($0.endedAt), .lateByMs: .time($0.lateBy)])
        })
    }
    return EvidenceRecord(.terms, fields)
  }

  private func limitFields(_ limits: ClientLimits) -> [Field: EvidenceValue] {
    [
      .retryCapMs: .time(limits.retryCap),
      .responseTimeoutMs: .time(limits.responseTimeout),
      .leaseMs: .time(limits.lease),
      .maxSendsPerSecond: .integer(limits.maxSendsPerSecond),
      .quitMs: .time(limits.quit),
      .retries: .word(ProductWord(limits.retries)),
      .answerWithinMs: .time(limits.answerWithin),
    ]
  }

  private func verdictRecord(
    _ report: ScenarioReport, _ verdict: RedactedVerdict, _ tries: [RedactedTry]
  ) -> EvidenceRecord {
    var fields: [Field: EvidenceValue] = [
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

extension RedactedVerdict {
  /// The verdict as one word, as evidence and the console say it.
  package var word: ProductWord {
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
  var fields: [Field: EvidenceValue] {
    var fields: [Field: EvidenceValue] = [
      .code: .file(code), .sentence: .sentence(sentence),
      .proof: .list(proof.map { .integer($0) }),
    ]
    if let operation { fields[.operation] = .file(operation) }
    if let follows { fields[.follows] = .file(follows) }
    return fields
  }
}
