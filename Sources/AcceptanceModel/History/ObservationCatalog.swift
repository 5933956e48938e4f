/// Every kind of observation that evidence can hold, in the order of the format's page.
package struct ObservationCatalog: Sendable {
  package static let standard = ObservationCatalog([
    Observed.Launched.self, Observed.Greeted.self, Observed.Submitted.self,
    Observed.Acknowledged.self, Observed.SubmitRefused.self, Observed.SubmitUnanswered.self,
    Observed.Synced.self, Observed.RetryAsked.self, Observed.Damaged.self, Observed.Listed.self,
    Observed.Signalled.self, Observed.Exited.self, Observed.Unanswered.self,
    Observed.ContractBroken.self, Observed.LeftBehind.self, Observed.SecretSeen.self,
    Observed.AbilityDenied.self,

    Observed.Listening.self, Observed.ServerDown.self, Observed.ServerUp.self,
    Observed.ServerRestarted.self, Observed.Connected.self, Observed.Arrived.self,
    Observed.Partial.self, Observed.Strayed.self, Observed.FollowedRedirect.self,
    Observed.Foreign.self, Observed.StrayAnswered.self, Observed.AnswerBroken.self,
    Observed.Committed.self, Observed.RecordReplaced.self, Observed.RecordsLost.self,
    Observed.ClockMoved.self, Observed.FaultActed.self, Observed.Held.self,
    Observed.Released.self, Observed.Answered.self, Observed.Ended.self,

    Observed.StepBegan.self, Observed.AwaitFailed.self, Observed.CheckFailed.self,
    Observed.StepsEnded.self,
  ])

  /// One kind, as far as it is the same for all.
  package struct Kind: Sendable {
    package let word: Keyword
    package let meaning: String
    package let members: [LineMember]
    /// Takes fields that have the forms of `members`.
    package let read: @Sendable (LineFields) throws(LineMismatch) -> Observation

    fileprivate init<Payload: ObservationPayload>(_ type: Payload.Type) {
      word = Payload.line.kind
      meaning = Payload.line.meaning
      members = Payload.line.item.members
      read = { fields throws(LineMismatch) in try Payload.line.item.read(fields).observation }
    }
  }

  package let kinds: [Kind]
  private let types: [any ObservationPayload.Type]
  private let byWord: [String: Kind]

  /// - Precondition: No two types have the same kind, and no line has a field twice.
  package init(_ types: [any ObservationPayload.Type]) {
    self.types = types
    kinds = types.map { Kind($0) }
    var byWord: [String: Kind] = [:]
    for kind in kinds {
      precondition(byWord[kind.word.text] == nil, "two observations are called \(kind.word)")
      let fields = kind.members.map(\.field)
      precondition(Set(fields).count == fields.count, "a field of \(kind.word) is there twice")
      byWord[kind.word.text] = kind
    }
    self.byWord = byWord
  }

  package func adding(_ type: any ObservationPayload.Type) -> ObservationCatalog {
    ObservationCatalog(types + [type])
  }

  /// The kind of this name, as a line's `kind` says it.
  package subscript(_ word: String) -> Kind? { byWord[word] }
}

/// The observations of `Observations/`, a type each.
package enum Observed {}
