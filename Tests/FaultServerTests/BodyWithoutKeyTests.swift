import AcceptanceModel
import Testing

@testable import FaultServer

@Suite struct BodyWithoutKeyTests {
  private func digest(_ text: String, key: String, in place: ServerSpec.KeyPlace) -> String? {
    BodyReading(bytes: Array(text.utf8), contentEncoding: nil)
      .facts(withKey: IdempotencyKey(key), in: place).digestWithoutKey
  }

  @Test("bodies that differ in the key alone are equal without it")
  func keyAlone() {
    let field = ServerSpec.KeyPlace.field("key")
    let first = digest(#"{"title":"t","key":"k-1"}"#, key: "k-1", in: field)
    #expect(first == digest(#"{"title":"t","key":"other-2"}"#, key: "other-2", in: field))
    #expect(first != digest(#"{"title":"u","key":"k-1"}"#, key: "k-1", in: field))
  }

  @Test("a key that is written with escapes is found by its meaning")
  func escaped() {
    let field = ServerSpec.KeyPlace.field("key")
    let first = digest(#"{"key":"k\u002d1","title":"t"}"#, key: "k-1", in: field)
    #expect(first != nil)
    #expect(first == digest(#"{"key":"k\u002d2","title":"t"}"#, key: "k-2", in: field))
  }

  @Test("a key in a header leaves the body as it is")
  func header() {
    #expect(digest(#"{"title":"k-1"}"#, key: "k-1", in: .header("Idempotency-Key")) == nil)
  }
}
