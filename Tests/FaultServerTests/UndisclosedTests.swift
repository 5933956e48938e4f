import AcceptanceModel
import Testing

@testable import FaultServer

@Suite("What the server never prints")
struct UndisclosedTests {
  private static let secret = "k9-secret-text"

  @Test("bodies, headers, records and answers")
  func values() {
    let bytes = Array(Self.secret.utf8)
    let key = IdempotencyKey(Self.secret)
    let values: [Any] = [
      BodyReading(bytes: bytes, contentEncoding: nil),
      RequestHead.Field(name: "X", value: bytes),
      Answer.Header(name: "X", value: Self.secret),
      StoredRecord(number: RecordNumber(1), key: key, payload: bytes, madeAt: 0),
      LocalRequest(
        method: "POST", target: "/?q=" + Self.secret, headers: [("Authorization", Self.secret)],
        body: bytes),
      LocalResponse(status: 200, headers: [("X", Self.secret)], body: bytes),
    ]
    for value in values {
      var dumped = ""
      dump([value], to: &dumped)
      for text in ["\(value)", String(reflecting: value), "\([value])", dumped] {
        #expect(!text.contains(Self.secret))
        #expect(!text.contains("107, 57, 45"))
        #expect(text.contains("withheld"))
      }
    }
  }
}
