import Testing

@testable import FaultServer

@Suite struct PlaceholdersTests {
  private static let values = Placeholders(["id": "7", "key": "{id}"])

  @Test(
    "each name in braces is replaced once; other braces stay",
    arguments: [
      (#"{"id":{id}}"#, #"{"id":7}"#), ("{id}{id}", "77"), ("{key}", "{id}"),
      ("{other}", "{other}"),
      ("{{id}}", "{7}"), ("{id", "{id"), ("é{id}", "é7"), ("", ""), ("plain", "plain"),
    ])
  func fill(_ template: String, filled: String) {
    #expect(Self.values.text(template) == filled)
  }
}
