// Owns: the test case `redaction/no-leak`, which is in the report wherever secrets were planted.

import Evidence

extension JUnitCase {
  static let leakName = "redaction/no-leak"

  init(_ state: LeakState, run: RedactedRun, options: JUnitOptions) {
    var xml = XMLWriter(depth: options.dialect.caseDepth)
    let output: String
    switch state {
    case .pending: output = "verdict: notFinished"
    case .clean(let count, let secrets):
      output = "verdict: passed, none of \(secrets) planted secrets in \(count) artefacts"
    case .found(let leaks, let count):
      output = "verdict: failed, a planted secret in \(leaks.count) of \(count) artefacts"
    }
    xml.element("testcase", Self.attributes(Self.leakName, run)) { xml in
      switch state {
      case .pending:
        let message = "the artefacts had not been searched when this report was written"
        xml.leaf("error", ["type": "NotFinished", "message": message], text: message)
      case .clean: break
      case .found(let leaks, let count):
        let message = "a planted secret stood in \(leaks.count) of \(count) artefacts"
        let body = ([message] + leaks.map(\.description)).joined(separator: "\n")
        xml.leaf("failure", ["type": "SecretInReport", "message": message], text: body)
      }
      Self.write(output, options.dialect, &xml)
    }
    self.init(element: xml.text, output: output)
  }
}
