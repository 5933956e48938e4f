import AcceptanceModel
import Judge
import Testing

@Suite("What must not fail a right client")
struct FreedomTests {
  @Test("a right client has no finding", arguments: RightHistories.all)
  func nothingFound(_ right: RightHistory) {
    #expect(right.log.findings == [])
  }
}
