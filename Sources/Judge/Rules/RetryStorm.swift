import AcceptanceModel

/// Counted over every span of one second, never judged by one gap. The first send after a tap (of any
/// operation), a sync, a relaunch or a user's request is not counted: that triggered it.
///
/// Load can make arrivals closer together than the sends were, where the server reads late, but not by
/// as much as the client likes: it sends a task again after the last send's answer or end, which the
/// server writes down before the client can know of it, or after it has given up waiting. So all sends
/// that arrive within a second were made within it, but
/// - the first of them, which may have been read late;
/// - those after a send that the client had given up: at most one for each `responseTimeout` since the
///   tap, and one for each tap, sync, launch or retry, at which some clients abort and start again.
/// No right client exceeds that and `maxSendsPerSecond` on any machine.
///
/// A connection that a fault drops before its request is an attempt, too, of any operation that is open
/// then. HTTP libraries make such an attempt twice without asking, so twice as many are allowed.
package enum RetryStorm: Rule {
  package static let code = FindingCode("retry-storm")
  package static let summary =
    "One task was sent more often within a second than the client's `maxSendsPerSecond`."
  package static let likelyCause =
    "There is no pause between retries, or a pause that starts at zero."
  package static let certainty = Certainty.onceSeen

  package static let explanation = RuleExplanation(
    meaning: """
      One task was sent more often within a second than `maxSendsPerSecond` allows, with nothing \
      that set it off. A client without a pause empties the battery and overloads the server \
      that it waits for.
      """,
    example: [
      "Operation A is answered 503.",
      "The client sends it again at once, and again: 200 sends in a second.",
    ],
    remedies: [
      .init(
        cause: "there is no pause, or it starts at zero",
        fix: "exponential backoff with jitter: e.g. 0.5 s, doubled up to 30 s"),
      .init(
        cause: "a failure that is thrown skips the pause",
        fix: """
          pause after every failure: connections that fail, and headers that can't be read, too
          """),
      .init(
        cause: "the client is right and fast",
        fix: "state `maxSendsPerSecond` in `hello`"),
    ])

  package static func findings(in view: HistoryView) -> [Finding] {
    let storms = view.operations.compactMap { storm(of: $0, in: view) }
    return storms.isEmpty ? connectionStorm(in: view).map { [$0] } ?? [] : storms
  }

  private static func storm(of operation: ObservedOperation, in view: HistoryView) -> Finding? {
    guard !operation.mayHoldSendsOfAnother else { return nil }
    let own = operation.sends.filter { $0.trigger == .ownAccord }
    let most = view.terms.limits.maxSendsPerSecond
    for (first, last) in spans(of: own.map(\.position)) {
      let count = last - first + 1
      let allowance = allowance(
        of: [operation], from: own[first].position, to: own[last].position, in: view)
      guard count > most + allowance else { continue }
      let span = own[last].position.at - own[first].position.at
      let before = operation.sends.last { $0.hasOutcome(before: own[last].position) }
      return finding(
        operation.name,
        "operation \(operation.name) was sent \(count) times within \(Wording.duration(span))"
          + " without a trigger\(before.map { ", each time after \(Wording.outcome(of: $0))" } ?? ""):"
          + " its limit is \(most) per second (`maxSendsPerSecond`); wait before each retry, longer"
          + " after each failure",
        proof: own[first...last].map(\.position))
    }
    return nil
  }

  private static func connectionStorm(in view: HistoryView) -> Finding? {
    let attempts = view.droppedConnections
    let most = view.terms.limits.maxSendsPerSecond
    for (first, last) in spans(of: attempts) {
      let (start, end) = (attempts[first], attempts[last])
      let open = view.operations.filter { operation in
        operation.submitted < end && !operation.isRefused && !operation.hadSuccess(before: start)
      }
      let count = last - first + 1
      let allowance = allowance(of: open, from: start, to: end, in: view)
      guard !open.isEmpty, count > open.count * (2 * most) + allowance else { continue }
      return finding(
        open.count == 1 ? open[0].name : nil,
        "the client made \(count) connections within \(Wording.duration(end.at - start.at)) for"
          + " \(Wording.operations(open.map(\.name))), each dropped before its request: the limit is"
          + " \(most) sends per second and operation (`maxSendsPerSecond`); wait before each retry,"
          + " also after a failed connection",
        proof: Array(attempts[first...last]))
    }
    return nil
  }

  /// For each moment the first one that lies less than a second before it, as indices.
  private static func spans(of positions: [HistoryPosition]) -> [(first: Int, last: Int)] {
    var first = 0
    return positions.indices.map { last in
      while positions[last].at - positions[first].at >= .seconds(1) { first += 1 }
      return (first, last)
    }
  }

  /// How many of the attempts that were seen within the span a right client may have made before it.
  private static func allowance(
    of operations: [ObservedOperation], from first: HistoryPosition, to last: HistoryPosition,
    in view: HistoryView
  ) -> Int {
    let timeout = max(view.terms.limits.responseTimeout, .milliseconds(1))
    let givenUp = operations.reduce(0) { sum, operation in
      sum + max(0, (last.at - operation.submitted.at).milliseconds / timeout.milliseconds)
    }
    let taps = view.operations.flatMap { [$0.submitted] + $0.retries }
    let triggers = (taps + view.syncs + view.launches.map(\.began)).count {
      first < $0 && $0 < last
    }
    return operations.count * (1 + triggers) + givenUp
  }
}
