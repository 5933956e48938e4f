import AcceptanceModel

/// One line of evidence before it is chained.
package struct EvidenceRecord: Sendable, Hashable {
  package let kind: Keyword
  /// Since the scenario's start; zero for lines that are about no moment.
  package let at: Duration
  package let fields: [FieldName: EvidenceValue]

  init(_ kind: Keyword, at: Duration = .zero, _ fields: [FieldName: EvidenceValue?] = [:]) {
    self.kind = kind
    self.at = at
    self.fields = fields.compactMapValues { $0 }
  }

  init(_ kind: FrameKind, at: Duration = .zero, _ fields: [FieldName: EvidenceValue?] = [:]) {
    self.init(Keyword(kind), at: at, fields)
  }
}
