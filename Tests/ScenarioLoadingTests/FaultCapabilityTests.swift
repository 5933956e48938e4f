import AcceptanceModel
import Testing

@Suite struct FaultCapabilityTests {
  @Test("an action loads at the points of the table and is refused at all others")
  func pairs() {
    for action in FaultAction.Kind.allCases {
      for point in FaultPoint.Kind.allCases {
        let text = MarkedText(Self.fault(action, point))
        let found = complaints(about: text.text)
        if action.points.contains(point) {
          #expect(found == [], "\(action.rawValue) at \(point.rawValue)")
        } else {
          #expect(found.count == 1)
          let start =
            "\(text.place)the action \"\(action.rawValue)\" is impossible at \"\(point.rawValue)\"; "
            + "it goes with "
          #expect(found.allSatisfy { $0.hasPrefix(start) }, "\(found)")
        }
      }
    }
  }

  @Test("every action and every point of the table has its word, each its own")
  func words() {
    #expect(Set(FaultAction.Kind.allCases.map(\.rawValue)).count == 19)
    #expect(Set(FaultPoint.Kind.allCases.map(\.rawValue)).count == 11)
    #expect(FaultAction.Kind.allCases.allSatisfy { !$0.points.isEmpty })
  }

  /// With two operations and a connection that stays open, so that nothing else is missing.
  private static func fault(_ action: FaultAction.Kind, _ point: FaultPoint.Kind) -> String {
    let byte = point.takesByte && action.points.contains(where: \.takesByte) ? #""byte": 1, "# : ""
    let more =
      switch action {
      case .drip: #""intervalMs": 5, "#
      case .delay: #""ms": 5, "#
      case .raw, .rawThenReset: #""text": "x", "#
      case .answer: #""status": 503, "#
      default: ""
      }
    let fault =
      #"{"at": «"\#(point.rawValue)", \#(byte)\#(more)"action": "\#(action.rawValue)", "request": 1}"#
    return Around.file(
      scenarios: """
        [{"id": "s", "title": "t", "server": {"keepAlive": true}, "faults": [\(fault)], "steps": [
          {"do": "launch"}, {"do": "submit", "operation": "F", "count": 2},
          {"do": "await", "recorded": "F"}]}]
        """)
  }
}
