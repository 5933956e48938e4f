// Owns: the code that the guide "In your own swift test" shows. It is compiled; its table is run
// elsewhere.

import AcceptanceTesting
import Testing

@Suite(.disabled("shown in a guide"))
struct Writes {
  @Test(arguments: AcceptanceTable.scenarios(at: "../../../scenarios.json"))
  func areRecordedOnce(_ scenario: AcceptanceScenario) async throws {
    try await scenario.verify()
  }
}
