import OfflineQueue
import Testing

@Suite struct IdempotencyKeyTests {
  private struct Holder { let key: IdempotencyKey }

  @Test("no way of printing a key, alone or inside another value, shows its text")
  func hidden() throws {
    let key = try #require(IdempotencyKey("k-7f3a9c51"))
    var dumped = ""
    dump(key, to: &dumped)
    dump(Holder(key: key), to: &dumped)
    let printed = [
      "\(key)", String(describing: key), String(reflecting: key), "\(Optional(key) as Any)",
      "\([key])", "\(["a": key])", "\(Holder(key: key))", String(reflecting: Holder(key: key)),
      dumped,
    ]
    for text in printed { #expect(!text.contains("7f3a9c51"), "\(text)") }
    #expect(Mirror(reflecting: key).children.isEmpty)
    #expect("\(key)" == "<idempotency key>")
    #expect(key.text == "k-7f3a9c51")
  }
}
