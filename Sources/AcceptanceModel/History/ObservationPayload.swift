/// One kind of observation, in one place: what it holds, how evidence writes and reads it, which of
/// its texts are confidential, and what a report's timeline shows of it.
///
/// To add one, write a type in `Observations/`, add it to `ObservationCatalog.standard`, and record it
/// where it is seen. The judge and the runner's live view leave alone what they do not know; a rule
/// finds it with `entry.observation.seen(as:)`.
package protocol ObservationPayload: Sendable, Hashable {
  static var line: ObservationLine<Self> { get }

  /// Who saw it. One that the judge's enum does not have is `.other` of its observer.
  var observation: Observation { get }

  /// Adds the events that a person wants to see of it; none where it says nothing to one.
  func show(in timeline: inout Timeline)

  /// The same without what differs between two runs of the same client; `nil` where it is left out of
  /// a reproducible run. Times of entries are removed by others.
  var reproducible: Self? { get }
}

extension ObservationPayload {
  package var reproducible: Self? { self }
}

/// The line of one kind of observation in a scenario's evidence.
package struct ObservationLine<Payload: Sendable>: Sendable {
  /// What the line's `kind` says.
  package let kind: Keyword
  /// One clause for the schema and the page of the format.
  package let meaning: String
  package let item: LineItem<Payload>

  package init(_ kind: Keyword, _ meaning: String, _ item: LineItem<Payload>) {
    self.kind = kind
    self.meaning = meaning
    self.item = item
  }

  /// - Parameters:
  ///   - make: Takes the parts in their order, as a memberwise initializer does.
  ///   - parts: In the order of the format's page.
  package init<each Field: Sendable>(
    _ kind: Keyword, _ meaning: String,
    make: @escaping @Sendable (repeat each Field) -> Payload,
    @LineBuilder parts: () -> LineParts<Payload, repeat each Field>
  ) {
    self.init(kind, meaning, LineItem(make: make, parts: parts))
  }
}

/// An observation that neither the judge's enum nor the runner's live view has a case for.
package struct OtherObservation: Sendable, Hashable {
  package let payload: any ObservationPayload

  package init(_ payload: some ObservationPayload) { self.payload = payload }

  package static func == (left: OtherObservation, right: OtherObservation) -> Bool {
    AnyHashable(left.payload) == AnyHashable(right.payload)
  }

  package func hash(into hasher: inout Hasher) { payload.hash(into: &hasher) }
}

// MARK: - What everything else uses

extension Observation {
  /// What the line's `kind` says.
  package var kind: Keyword { payload.ownLine.kind }

  package var lineFields: LineFields { payload.ownLine.fields }

  /// The payload where it is of this kind.
  package func seen<Payload: ObservationPayload>(as type: Payload.Type) -> Payload? {
    payload as? Payload
  }

  /// `nil` where it is left out of a reproducible run.
  package var reproducible: Observation? { payload.reproducible?.observation }
}

extension ObservationPayload {
  fileprivate var ownLine: (kind: Keyword, fields: LineFields) {
    (Self.line.kind, Self.line.item.fields(of: self))
  }
}
