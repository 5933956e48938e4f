import AcceptanceModel
import Evidence
import Testing

@testable import Reporting

@Suite("Names of test cases")
struct JUnitNameTests {
  private static let long = String(repeating: "a title that is long ", count: 30)

  @Test(
    "are within what Azure cuts at, and differ after cutting",
    arguments: JUnitDialect.all)
  func bounded(_ dialect: JUnitDialect) throws {
    // Ids that differ after the limit only, one of them twice, and characters of two units each.
    let id = String(repeating: "same-", count: 60)
    let reports =
      [id + "a", id + "b", id + "a"].map { Sample.report($0, .passed, title: Self.long) }
      + [Sample.report("wide", .passed, title: String(repeating: "🚋", count: 200))]
    let scenarios = try Sample.redacted(reports).scenarios
    let names = JUnitGroup.groups(of: scenarios, dialect).map(\.name)
    // Surefire has one case for both repetitions.
    #expect(names.count == (dialect == .surefire ? 3 : 4))
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.utf16.count <= 256, "\(name)") }
    #expect(names.last?.hasPrefix("wide: 🚋") == true)
  }

  @Test("stay whole where they fit")
  func whole() throws {
    let scenarios = try Sample.redacted([Sample.report("a", .passed, title: "t")]).scenarios
    #expect(JUnitGroup.groups(of: scenarios, .standard).map(\.name) == ["a: t"])
  }
}
