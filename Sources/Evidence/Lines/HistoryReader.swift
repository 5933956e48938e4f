// Owns: stored lines → History, in which tokens stand for keys, task ids and digests.
// Does not own: whether the lines are the ones that were written (EvidenceVerification).

import AcceptanceModel
import StrictJSON

package enum HistoryReader {
  /// - Parameter lines: The lines of one scenario's file, parsed, from the first on.
  package static func history(
    ofLines lines: [JSONValue], scenario: ScenarioID
  ) throws(EvidenceError) -> History {
    let readers = lines.enumerated().map { FactReader(line: $0.offset + 1, value: $0.element) }
    return try history(of: readers, scenario: scenario)
  }

  static func history(
    of records: [EvidenceRecord], scenario: ScenarioID
  ) throws(EvidenceError) -> History {
    let readers = records.enumerated().map { FactReader(line: $0.offset + 1, record: $0.element) }
    return try history(of: readers, scenario: scenario)
  }

  private static func history(
    of readers: [FactReader], scenario: ScenarioID
  ) throws(EvidenceError) -> History {
    var terms = Terms(scenario: scenario)
    var entries: [HistoryEntry] = []
    for reader in readers {
      let kind: EvidenceKind = try reader.word(.kind)
      if kind == .terms {
        terms = try reader.terms(of: scenario)
      } else if let observation = try reader.observation(kind) {
        let entry = HistoryEntry(
          sequence: try reader.integer(.entry), at: try reader.time(.at), observation: observation)
        guard entry.sequence == entries.count + 1 else { throw .entriesOutOfOrder(reader.line) }
        entries.append(entry)
      }
    }
    return History(terms: terms, entries: entries)
  }
}

extension FactReader {
  init(line: Int, record: EvidenceRecord) {
    var members = record.fields.map { JSONMember($0.key.rawValue, $0.value.json) }
    members.append(JSONMember(Field.kind.rawValue, .string(record.kind.rawValue)))
    members.append(JSONMember(Field.at.rawValue, EvidenceValue.time(record.at).json))
    self.init(line: line, value: .object(members))
  }

  /// `nil` for lines that hold no observation.
  fileprivate func observation(_ kind: EvidenceKind) throws(EvidenceError) -> Observation? {
    switch kind {
    case .header, .terms, .verdict, .end: nil
    case .launched, .greeted, .submitted, .acknowledged, .submitRefused, .submitUnanswered,
      .synced, .retryAsked, .damaged, .listed:
      .client(try operationSeen(kind))
    case .signalled, .exited, .unanswered, .abilityDenied, .contractBroken, .leftBehind,
      .secretSeen:
      .client(try processSeen(kind))
    case .listening, .serverDown, .serverUp, .serverRestarted, .connected, .recordsLost,
      .clockMoved:
      .server(try serverState(kind))
    case .arrived, .partial, .strayed, .foreign, .followedRedirect, .committed,
      .recordReplaced,
      .faultActed, .held, .released, .answered, .answerBroken, .strayAnswered, .ended:
      .server(try requestSeen(kind))
    case .stepBegan, .awaitFailed, .checkFailed, .stepsEnded: .runner(try stepSeen(kind))
    }
  }

  fileprivate func terms(of scenario: ScenarioID) throws(EvidenceError) -> Terms {
    var terms = Terms(scenario: scenario)
    terms.limits.apply(try nested(.limits).declaredLimits())
    for row in try list(.answers) {
      terms.answers.overrides[try row.integer(.status)] = try row.word(.duty)
    }
    for waiver in try list(.waivers) {
      let code = FindingCode(try waiver.text(.code))
      terms.waivers.append(Waiver(code: code, reason: try waiver.text(.reason)))
    }
    terms.expectsKey = try flag(.expectsKey)
    terms.okExit = []
    for status in try list(.okExit) {
      guard let number = status.value.intValue.flatMap(Int32.init(exactly:)) else {
        throw wrong(.okExit, "exit statuses")
      }
      terms.okExit.insert(number)
    }
    terms.listsTasks = try flag(.listsTasks)
    terms.givesToken = has(.givesToken)
    if has(.runnerDelays) {
      for delay in try list(.runnerDelays) {
        terms.runnerDelays.append(
          RunnerDelay(endedAt: try delay.time(.endedAtMs), lateBy: try delay.time(.lateByMs)))
      }
    }
    return terms
  }

  func declaredLimits() throws(EvidenceError) -> DeclaredLimits {
    var limits = DeclaredLimits()
    limits.retryCap = try optionalTime(.retryCapMs)
    limits.responseTimeout = try optionalTime(.responseTimeoutMs)
    limits.lease = try optionalTime(.leaseMs)
    limits.maxSendsPerSecond = try optionalInteger(.maxSendsPerSecond)
    limits.quit = try optionalTime(.quitMs)
    limits.retries = has(.retries) ? try word(.retries) : nil
    limits.answerWithin = try optionalTime(.answerWithinMs)
    return limits
  }
}
