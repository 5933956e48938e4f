import AcceptanceModel
import ClientDriving
import SecretSearch
import StrictJSON
import Testing

@testable import AcceptanceRunner

@Suite("What the runner plants in a body")
struct SubmittedOperationsTests {
  private static let body = """
    {"title": "milk {marker}", "password": "ours: Kiwi 77", "short": "x",
     "user": {"Password": ["first-secret-1", {"old": "second-secret-2"}], "age": 4929184410738265},
     "card": {"number": 4929184410738265, "name": "nobody"}}
    """

  private func secrets(_ body: String, fields: [String]) throws -> Set<PlantedSecret> {
    let value = try JSONParser.parse(Array(body.utf8)).value
    let table = ScenarioTable(
      name: "t.json", client: ClientSpec(command: ["client"]),
      redaction: RedactionSpec(sensitiveFields: fields),
      scenarios: [
        Scenario(
          id: ScenarioID("a"), title: "t",
          steps: [.submit(OperationName("A"), body: value, count: 1, in: .app)])
      ])
    var book = SubmittedOperations(
      generator: SeededGenerator(seed: 1), sensitiveFields: fields,
      sensitiveValues: SensitiveValues(table))
    _ = book.submit(OperationName("A"), body: value, count: 1)
    return Set(book.pages[OperationName("A")]?.secrets ?? [])
  }

  @Test("every value under a sensitive name is a secret, at any depth, whoever wrote it")
  func values() throws {
    let planted = try secrets(Self.body, fields: ["password", "note"])
    let expected: Set<PlantedSecret> = [
      .value("ours: Kiwi 77"), .value("first-secret-1"), .value("second-secret-2"),
    ]
    #expect(planted.isSuperset(of: expected))
    // And the canary of the field that the table leaves out.
    #expect(planted.count == expected.count + 1)
  }

  @Test("a number is a secret as it is written, unless the body shows it elsewhere")
  func numbers() throws {
    let planted = try secrets(Self.body, fields: ["card"])
    #expect(!planted.contains(.value("4929184410738265")))
    let alone = Self.body.replacing(#""age": 4929184410738265"#, with: #""age": 7"#)
    #expect(try secrets(alone, fields: ["card"]).contains(.value("4929184410738265")))
  }

  @Test("a value that holds the marker is a secret with the marker in it")
  func markers() throws {
    let body = #"{"password": "pw-{marker}"}"#
    let planted = try secrets(body, fields: ["password"])
    #expect(planted.count == 1)
    #expect(!planted.contains(.value("pw-{marker}")))
    let shared = #"{"password": "pw-{marker}", "title": "{marker}"}"#
    #expect(try secrets(shared, fields: ["password"]).isEmpty)
  }
}
