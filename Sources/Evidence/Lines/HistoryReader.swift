import AcceptanceModel
import StrictJSON

/// Stored lines → a history, in which tokens replace keys, task ids and digests. Whether they are
/// the lines that were written is the business of `EvidenceVerification`.
package enum HistoryReader {
  /// - Parameter lines: The lines of one scenario's file, parsed, from the first on.
  package static func history(
    ofLines lines: [JSONValue], scenario: ScenarioID, observations: ObservationCatalog = .standard
  ) throws(EvidenceError) -> History {
    let readers = lines.enumerated().map { FactReader(line: $0.offset + 1, value: $0.element) }
    return try history(of: readers, scenario: scenario, observations)
  }

  static func history(
    of records: [EvidenceRecord], scenario: ScenarioID, observations: ObservationCatalog
  ) throws(EvidenceError) -> History {
    let readers = records.enumerated().map { FactReader(line: $0.offset + 1, record: $0.element) }
    return try history(of: readers, scenario: scenario, observations)
  }

  private static func history(
    of readers: [FactReader], scenario: ScenarioID, _ observations: ObservationCatalog
  ) throws(EvidenceError) -> History {
    var terms = JudgingTerms(scenario: scenario)
    var entries: [HistoryEntry] = []
    for reader in readers {
      let word = try reader.text(.kind)
      if let frame = FrameKind(rawValue: word) {
        if frame == .terms { terms = try reader.terms(of: scenario) }
        continue
      }
      guard let kind = observations[word] else {
        let known = FrameKind.allCases.map(\.rawValue) + observations.kinds.map(\.word.text)
        throw reader.wrong(.kind, "one of " + known.joined(separator: ", "))
      }
      let observation = try reader.read(kind)
      let entry = HistoryEntry(
        sequence: try reader.integer(.entry), at: try reader.time(.at), observation: observation)
      guard entry.sequence == entries.count + 1 else { throw .entriesOutOfOrder(reader.line) }
      entries.append(entry)
    }
    return History(terms: terms, entries: entries)
  }
}

extension FactReader {
  init(line: Int, record: EvidenceRecord) {
    var members = record.fields.map { JSONMember($0.key.text, $0.value.json) }
    members.append(JSONMember(FieldName.kind.text, .string(record.kind.text)))
    members.append(JSONMember(FieldName.at.text, EvidenceValue.time(record.at).json))
    self.init(line: line, value: .object(members))
  }

  fileprivate func terms(of scenario: ScenarioID) throws(EvidenceError) -> JudgingTerms {
    var terms = JudgingTerms(scenario: scenario)
    terms.limits.apply(try read(.limits))
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
}
