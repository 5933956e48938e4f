// Owns: the one result of a test case, and where a dialect puts those of its repetitions.
// Does not own: the rest of the case (JUnitCase).

import AcceptanceModel
import Evidence

struct JUnitResult: Sendable {
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

  private init(_ findings: [RedactedFinding]) {
    guard let first = findings.first else {
      self.init(nil, type: nil, message: "", body: "")
      return
    }
    let others = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
    let message = Self.short("\(first.code): \(first.sentence)", ending: others)
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
    return ["\(finding.code)\(operation): \(finding.sentence)"]
      + (proof.isEmpty ? [] : ["  proof: history entries \(proof)"])
  }

  // MARK: - As elements

  func write(to xml: inout XMLWriter) {
    guard let kind else { return }
    xml.leaf(kind.rawValue, ["type": type, "message": message], text: body)
  }

  /// As a repetition of a case that has a result of its own already.
  func writeAsRerun(to xml: inout XMLWriter) {
    let name: String
    switch kind {
    case .failure: name = "rerunFailure"
    case .error: name = "rerunError"
    case .skipped, nil: return
    }
    xml.element(name, ["message": message, "type": type]) { xml in
      xml.leaf("stackTrace", text: body)
    }
  }

  /// The results of a scenario that was run several times, the gravest as the case's own. A failure
  /// among passes stays a failure: whoever looks for one that happens seldom has found it.
  static func write(_ results: [JUnitResult], to xml: inout XMLWriter) {
    let failures = results.filter { $0.kind == .failure }
    let errors = results.filter { $0.kind == .error }
    if failures.isEmpty, errors.isEmpty {
      // Skipped only where nothing passed.
      if results.allSatisfy({ $0.kind == .skipped }) { results.first?.write(to: &xml) }
      return
    }
    failures.first?.write(to: &xml)
    for failure in failures.dropFirst() { failure.writeAsRerun(to: &xml) }
    if failures.isEmpty { errors.first?.write(to: &xml) }
    for error in failures.isEmpty ? errors.dropFirst() : errors[...] {
      error.writeAsRerun(to: &xml)
    }
  }
}
