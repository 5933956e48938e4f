import AcceptanceModel
import AcceptanceRunner
import Testing

@Suite struct UnansweredSubmitTests {
  @Test("sends before a submit was left without an answer are told apart from those after")
  func sendsSince() {
    var live = RunState()
    let a = OperationName("A")
    live.take(.client(.submitted(a, LaunchNumber(1), like: nil)))
    live.take(.server(.arrived(Self.send(1, of: a))))
    #expect(live.isInFlight(a))
    live.take(.client(.submitUnanswered(a, LaunchNumber(1))))
    #expect(live.sendsSinceUnanswered(a).isEmpty)
    live.take(.server(.ended(RequestNumber(1), .peerGone)))
    #expect(!live.isInFlight(a))
    live.take(.server(.arrived(Self.send(2, of: a))))
    #expect(Array(live.sendsSinceUnanswered(a)) == [RequestNumber(2)])
  }

  private static func send(_ number: Int, of operation: OperationName) -> SendFacts {
    SendFacts(
      request: RequestNumber(number), connection: ConnectionNumber(number),
      attribution: .marker(operation), key: .missing,
      body: BodyFacts(byteCount: 1, digest: "d", canonicalDigest: nil), sendOfOperation: number,
      sendOfKey: 0)
  }
}
