import AcceptanceModel
import Evidence
import Foundation
import StrictJSON
import Testing

@Suite("The format of evidence lines")
struct VocabularyTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Evidence/Evidence.docc/EvidenceLines.md")

  private let vocabulary = EvidenceVocabulary()

  /// Of all lines, and of the objects in them.
  private var fields: [LineMember] {
    (vocabulary.everyLine + vocabulary.lines.flatMap(\.members)).flatMap(Line.nested)
  }

  private func lines() throws -> [JSONValue] {
    var texts = ClientTexts()
    texts.key = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
    let redactor = Redactor(
      runKey: [UInt8](repeating: 7, count: 32), policy: RedactionSpec(safeKeyShapes: [.uuid]))
    var facts = RunFacts(
      toolVersion: "1", table: "scenarios.json", tableDigest: String(repeating: "a", count: 64),
      clientDigest: String(repeating: "b", count: 64), seed: 1, startedAt: 0,
      redaction: redactor.policy)
    facts.isReproducible = true
    let run = RedactedRun(facts, redactor)
    let finding = Finding(
      code: FindingCode("gave-up"), operation: OperationName("A"), sentence: "s", proof: [1])
    let verdicts: [Verdict] = [
      .notFinished, .passed, .failed([finding]), .flaky([finding]),
      .knownFailure([finding], reason: "r"),
      .error(.interrupted), .skipped(reason: "it cannot"),
    ]
    var lines: [JSONValue] = []
    for verdict in verdicts {
      var report = EveryObservation.report(texts, verdict)
      report.position = SourcePosition(line: 3, column: 4)
      let scenario = try redactor.redact(report, ordinal: 1)
      for line in EvidenceChain.lines(of: scenario, in: run) {
        lines.append(try JSONParser.parse(line).value)
      }
    }
    return lines
  }

  @Test("every line that is written has the fields of its kind, and no other")
  func written() throws {
    for line in try lines() {
      let kind = try #require(
        vocabulary.lines.first { $0.kind.text == line["kind"]?.stringValue })
      let members = vocabulary.everyLine + kind.members
      #expect(Line.problems(of: line, members) == [], "\(kind.kind)")
    }
  }

  @Test("every kind and every field of the vocabulary is written, so none is too many")
  func complete() throws {
    let lines = try lines()
    let kinds = Set(lines.compactMap { $0["kind"]?.stringValue })
    // These three come from servers and clients that the sample has none of.
    let rare: Set = ["followedRedirect", "contractBroken"]
    #expect(Set(vocabulary.lines.map(\.kind.text)).subtracting(kinds).isSubset(of: rare))
    let written = lines.reduce(into: Set<String>()) { $0.formUnion(Line.names(in: $1)) }
    let unwritten = Set(fields.map(\.field.text)).subtracting(written)
    #expect(unwritten.isSubset(of: ["hasKey", "hasCredential"]), "\(unwritten)")
  }

  @Test("each field says what it means, in words of its own")
  func meanings() {
    for member in fields {
      #expect(member.meaning.contains(" "), "\(member.field)")
      let others = fields.filter { $0.field == member.field }.map(\.meaning)
      #expect(Set(others).count == 1, "\(member.field) has several meanings: \(others)")
    }
  }

  @Test("the page of the format is what the program prints")
  func page() throws {
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(
      written == EvidencePage.markdown(),
      "acceptance schema --evidence markdown >Sources/Evidence/Evidence.docc/EvidenceLines.md")
  }
}

private enum Line {
  static func nested(_ member: LineMember) -> [LineMember] {
    switch member.form {
    case .fields(let members), .list(.fields(let members)): [member] + members.flatMap(nested)
    default: [member]
    }
  }

  static func names(in value: JSONValue) -> Set<String> {
    switch value {
    case .object(let members):
      members.reduce(into: Set(members.map(\.name))) { $0.formUnion(names(in: $1.value)) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(names(in: $1)) }
    default: []
    }
  }

  static func problems(of value: JSONValue, _ members: [LineMember]) -> [String] {
    guard let object = value.objectValue else { return ["no object"] }
    let known = Set(members.map(\.field.text))
    return object.map(\.name).filter { !known.contains($0) }.map { "\($0) is unknown" }
      + members.flatMap { member -> [String] in
        guard let value = value[member.field.text] else {
          return member.isRequired ? ["\(member.field) is missing"] : []
        }
        return fits(value, member.form) ? [] : ["\(member.field) is no \(member.form)"]
      }
  }

  private static func fits(_ value: JSONValue, _ form: LineForm) -> Bool {
    switch form {
    case .integer, .size: value.intValue != nil
    case .time: if case .number = value { true } else { false }
    case .flag: value.boolValue != nil
    case .words(let words): value.stringValue.map(words.contains) ?? false
    case .word: value.stringValue?.wholeMatch(of: /[A-Za-z0-9-]{1,40}/) != nil
    case .fileText, .sentence: value.stringValue != nil
    case .token: value.stringValue?.wholeMatch(of: /[0-9a-f]{32}/) != nil
    case .tokenOr(let words):
      value.stringValue.map { words.contains($0) || fits(value, .token) } ?? false
    case .clearKey: value.stringValue?.utf8.count == 36
    case .digest: value.stringValue?.wholeMatch(of: /[0-9a-f]{64}/) != nil
    case .list(let element): value.arrayValue?.allSatisfy { fits($0, element) } ?? false
    case .fields(let members): problems(of: value, members).isEmpty
    }
  }
}
