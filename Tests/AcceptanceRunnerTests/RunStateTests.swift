import AcceptanceModel
import AcceptanceRunner
import Testing

@Suite("What steps know of a growing history")
struct RunStateTests {
  private struct Hummed: ObservationPayload {
    let launch: LaunchNumber

    static let line = ObservationLine("hummed", "the client hummed", make: Hummed.init) {
      Part(\Hummed.launch, .launch)
    }

    var observation: Observation { .server(.other(OtherObservation(self))) }

    func show(in timeline: inout Timeline) {}
  }

  private let a = OperationName("A")
  private let b = OperationName("B")
  private let key = IdempotencyKey("K")

  private func send(_ request: Int) -> Observation {
    .server(
      .arrived(
        SendFacts(
          request: RequestNumber(request), connection: ConnectionNumber(1), attribution: .none,
          key: .present(key, .bare),
          body: BodyFacts(byteCount: 1, digest: "d", canonicalDigest: nil), sendOfOperation: 0,
          sendOfKey: request)))
  }

  private func acknowledged(_ operation: OperationName) -> Observation {
    .client(.acknowledged(operation, LaunchNumber(1), TaskID("t"), key))
  }

  @Test("sends and records under a key that is reported later are the operation's, early and late")
  func lateKeys() {
    var live = RunState()
    live.take(send(1))
    live.take(.server(.committed(RecordNumber(1), RequestNumber(1))))
    #expect(live.sends[a] == nil && live.records[a] == nil)
    live.take(acknowledged(a))
    live.take(send(2))
    live.take(acknowledged(b))
    #expect(live.sends[a] == [RequestNumber(1), RequestNumber(2)])
    #expect(live.sends[b] == nil)
    #expect(live.records[a] == 1)
  }

  @Test("an observation that it does not know is recorded, and counts as something that happened")
  func unknown() {
    let recorder = HistoryRecorder()
    recorder.append(Hummed(launch: LaunchNumber(1)))
    #expect(recorder.entries.map(\.observation.kind.text) == ["hummed"])
    #expect(recorder.entries[0].observation.seen(as: Hummed.self)?.launch == LaunchNumber(1))
    #expect(recorder.live.serverObservationCount == 1)
  }
}
