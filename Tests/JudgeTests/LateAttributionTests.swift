import AcceptanceModel
import Testing

@Suite("Attributing sends by keys that are reported late")
struct LateAttributionTests {
  private let a = OperationName("A")
  private let b = OperationName("B")
  private let key = IdempotencyKey("K")

  private func send(
    _ request: Int, _ key: IdempotencyKey?, _ attribution: Attribution = .none
  ) -> SendFacts {
    SendFacts(
      request: RequestNumber(request), connection: ConnectionNumber(1), attribution: attribution,
      key: key.map { .present($0, .bare) } ?? .missing,
      body: BodyFacts(byteCount: 1, digest: "d", canonicalDigest: nil), sendOfOperation: 0,
      sendOfKey: 1)
  }

  @Test("the first operation that a key is claimed for keeps it")
  func owners() {
    var owners = KeyOwners()
    #expect(owners[key] == nil && owners[nil] == nil)
    owners.claim(key, for: a)
    owners.claim(key, for: b)
    #expect(owners[key] == a)
  }

  @Test("a send that was attributed when it arrived is that operation's, whatever is reported")
  func attributed() {
    var late = LateKeys()
    #expect(late.arrived(send(1, key, .marker(b))) == b)
    #expect(late.reported(key, for: a) == [])
  }

  @Test("sends that came before the report are given out once, in their order")
  func before() {
    var late = LateKeys()
    #expect(late.arrived(send(1, key)) == nil)
    #expect(late.arrived(send(2, IdempotencyKey("OTHER"))) == nil)
    #expect(late.arrived(send(3, key)) == nil)
    #expect(late.reported(key, for: a) == [RequestNumber(1), RequestNumber(3)])
    #expect(late.reported(key, for: a) == [])
  }

  @Test("a send that comes after the report is the operation's at once")
  func after() {
    var late = LateKeys()
    #expect(late.reported(key, for: a) == [])
    #expect(late.arrived(send(1, key)) == a)
  }

  @Test("a key that is reported for a second operation stays with the first")
  func twice() {
    var late = LateKeys()
    #expect(late.arrived(send(1, key)) == nil)
    #expect(late.reported(key, for: a) == [RequestNumber(1)])
    #expect(late.arrived(send(2, key)) == a)
    #expect(late.reported(key, for: b) == [])
  }

  @Test("a send without a key is never given to an operation")
  func withoutKey() {
    var late = LateKeys()
    #expect(late.arrived(send(1, nil)) == nil)
    #expect(late.reported(key, for: a) == [])
  }
}
