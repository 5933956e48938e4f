// Owns: the one result of a test case, and where a dialect puts those of its repetitions.
// Does not own: the rest of the case (JUnitCase).

import AcceptanceModel
import Evidence

struct JUnitResult: Sendable {
  /// The beginning of the elements' names.
  enum Repetition: String {
    case rerun
    /// It passed, or was skipped, in the end.
    case flaky
  }

  enum Kind: String, Sendable {
    case failure
    case error
    case skipped
  }

  /// `nil` for a pass.
  let kind: Kind?
  let type: String?
  let message: String
  let body: String

  init(_ verdict: RedactedVerdict) {
    switch verdict {
    case .passed: self.init(nil, type: nil, message: "", body: "")
    case .failed(let findings): self.init(findings)
    case .flaky(let findings): self.init(findings, prefix: "flaky, attempts disagree: ")
    case .error(let type, let sentence):
      let message = Self.short(sentence.text, ending: "")
      let body = message == sentence.text ? message : message + "\n\n" + sentence.text
      self.init(.error, type: type.text, message: message, body: body)
    case .notFinished(let hasBegun):
      let message =
        switch hasBegun {
        case true: "this scenario had begun and not ended when this report was written"
        case false: "this scenario had not begun when this report was written"
        case nil: "this scenario left no whole evidence: the run was killed before it ended"
        }
      self.init(.error, type: "NotFinished", message: message, body: message)
    case .skipped(let reason): self.init(skipped: reason.text)
    case .knownFailure(let findings, let reason):
      let codes = findings.map(\.code.text).joined(separator: ", ")
      self.init(skipped: "known failure (\(codes)): \(reason)")
    }
  }

  private init(_ kind: Kind?, type: String?, message: String, body: String) {
    self.kind = kind
    self.type = type
    self.message = message
    self.body = body
  }

  private init(_ findings: [RedactedFinding], prefix: String = "") {
    guard let first = findings.first else {
      self.init(nil, type: nil, message: "", body: "")
      return
    }
    let others = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
    let message = Self.short("\(prefix)\(first.code): \(first.sentence)", ending: others)
    let body = ([message, ""] + findings.flatMap(Self.lines)).joined(separator: "\n")
    self.init(.failure, type: first.typeName.text, message: message, body: body)
  }

  private init(skipped reason: String) {
    let message = Self.short(reason, ending: "")
    self.init(.skipped, type: nil, message: message, body: message)
  }

  private static func short(_ text: String, ending: String) -> String {
    let room = JUnitCase.messageLimit - ending.unicodeScalars.count
    return XMLWriter.shortened(text, to: room) + ending
  }

  private static func lines(_ finding: RedactedFinding) -> [String] {
    let operation = finding.operation.map { " (operation \($0))" } ?? ""
    let proof = finding.proof.map(String.init).joined(separator: ", ")
    return ["\(finding.code)\(operation): \(finding.markedSentence)"]
      + (proof.isEmpty ? [] : ["  proof: history entries \(proof)"])
  }

  // MARK: - As elements

  func write(to xml: inout XMLWriter) {
    guard let kind else { return }
    xml.leaf(kind.rawValue, ["type": type, "message": message], text: body)
  }

  /// As a repetition of a case that has a result of its own, or that passed all the same.
  func writeAsRepetition(_ repetition: Repetition, to xml: inout XMLWriter) {
    let name: String
    switch kind {
    case .failure: name = repetition.rawValue + "Failure"
    case .error: name = repetition.rawValue + "Error"
    case .skipped, nil: return
    }
    xml.element(name, ["message": message, "type": type]) { xml in
      xml.leaf("stackTrace", text: body)
    }
  }

  /// The results of a scenario that was run several times, the gravest as the case's own. A failure
  /// among passes stays a failure: whoever looks for one that happens seldom has found it.
  ///
  /// - Parameter earlier: Of tries that proved nothing, and after which it was run again.
  static func write(
    _ results: [JUnitResult], earlier: [JUnitResult], to xml: inout XMLWriter
  ) {
    var failures = results.filter { $0.kind == .failure }[...]
    var errors = results.filter { $0.kind == .error }[...]
    let failure = failures.popFirst()
    let error = failure == nil ? errors.popFirst() : nil
    // Where nothing went wrong in the end, what did before is a flake.
    let repetition = failure == nil && error == nil ? Repetition.flaky : .rerun
    failures += earlier.filter { $0.kind == .failure }
    errors += earlier.filter { $0.kind == .error }
    // In the order of Surefire's schema.
    failure?.write(to: &xml)
    for result in failures { result.writeAsRepetition(repetition, to: &xml) }
    // Skipped only where nothing passed.
    if repetition == .flaky, results.allSatisfy({ $0.kind == .skipped }) {
      results.first?.write(to: &xml)
    }
    error?.write(to: &xml)
    for result in errors { result.writeAsRepetition(repetition, to: &xml) }
  }
}
