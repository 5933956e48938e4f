extension Observed {
  /// The client answered hello.
  package struct Greeted: ObservationPayload {
    package let launch: LaunchNumber
    package let outcome: GreetingOutcome

    package static let line = ObservationLine(
      "greeted", "the client answered hello", make: Greeted.init
    ) {
      Part(\Greeted.launch, .launch)
      Part(\Greeted.outcome, .outcome)
    }

    package var observation: Observation { .client(.greeted(launch, outcome)) }

    package func show(in timeline: inout Timeline) {
      let client = timeline.client(launch).capitalisedFirst
      switch outcome {
      case .ok: break
      case .busy: timeline.add(.toUser, "busy", "\(client) says that its queue is in use.")
      case .refused: timeline.add(.toUser, "refuses", "\(client) refuses to start.", .bad)
      }
    }
  }
}

extension LineItem where Value == GreetingOutcome {
  fileprivate static var outcome: LineItem {
    .cases(
      "outcome", "how hello was answered",
      [
        LineCase(
          "ok", all(abilities, LineItem<DeclaredLimits>.limits),
          make: { .ok(can: $0, $1) },
          take: { if case .ok(let can, let limits) = $0 { (can, limits) } else { nil } }),
        LineCase("busy", .busy), LineCase("refused", .refused),
      ])
  }

  private static var abilities: LineItem<[String]> {
    let known = Ability.allCases.map { Keyword($0) }
    return LineItem<[String]>(
      [
        .always(
          "can", .list(.tokenOr(known.map(\.text))),
          "what the client says it can do; a token for what the contract does not know")
      ],
      write: { names, fields in
        fields["can"] = .list(
          names.map { LineValue($0, oneOf: known, domain: "ability") })
      },
      read: { fields throws(LineMismatch) in
        guard case .list(let elements) = fields["can"] else {
          throw LineMismatch("can", "abilities by name")
        }
        return elements.compactMap(\.wordOrToken)
      })
  }
}
