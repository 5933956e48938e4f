extension Observed {
  /// A request reached the scenario's other origin, where only a redirect of the server leads.
  package struct FollowedRedirect: ObservationPayload {
    package let request: RequestNumber
    package let connection: ConnectionNumber
    package let redirectedData: RedirectCargo

    package static let line = ObservationLine(
      "followedRedirect", "a request reached the other origin, where only a redirect leads",
      make: FollowedRedirect.init
    ) {
      Part(\FollowedRedirect.request, .request)
      Part(\FollowedRedirect.connection, .connection)
      Part(\FollowedRedirect.redirectedData, .redirectedData)
    }

    package var observation: Observation {
      .server(.followedRedirect(request, connection, redirectedData))
    }

    package func show(in timeline: inout Timeline) {
      let taken =
        [(redirectedData.hasKey, "the key"), (redirectedData.hasCredential, "the credential")]
        .filter(\.0).map(\.1) + (redirectedData.bodyByteCount > 0 ? ["the body"] : [])
      let words = taken.isEmpty ? "nothing of the write" : taken.joined(separator: ", ")
      timeline.add(
        .send, "to another origin",
        "A request follows a redirect to another origin with \(words) (\(request)).",
        taken.isEmpty ? .plain : .bad)
    }
  }
}

extension LineItem where Value == RedirectCargo {
  fileprivate static var redirectedData: LineItem {
    LineItem(make: RedirectCargo.init) {
      Part(\RedirectCargo.operation, .operation)
      Part(\RedirectCargo.hasKey, .flag("hasKey", "whether it carried the key"))
      Part(
        \RedirectCargo.hasCredential, .flag("hasCredential", "whether it carried the credential"))
      Part(\RedirectCargo.bodyByteCount, .bodySize)
    }
  }
}
