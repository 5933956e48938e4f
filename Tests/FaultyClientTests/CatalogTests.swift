import Judge
import StrictJSON
import Testing

@testable import faulty_client

@Suite("The catalogues")
struct CatalogTests {
  @Test("every name is its client's alone, and can be typed without quoting")
  func namesAreUnique() {
    let kinds = FaultyCatalog.all + CrashCatalog.all
    let names = kinds.map(\.name) + UnusualCatalog.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(
      names.allSatisfy { $0.allSatisfy { $0 == "-" || $0.isNumber || $0.isLowercase } })
  }

  @Test("every expected code is one that the judge knows")
  func codesAreKnown() {
    let known = Set(RuleCatalog.codes.map(\.text))
    for kind in FaultyCatalog.all + CrashCatalog.all {
      #expect(!kind.codes.isEmpty && known.isSuperset(of: kind.codes), "\(kind.name)")
    }
  }

  @Test("every rule is expected to find some client, but those that only speak when none does")
  func rulesHaveAClient() {
    let expected = Set((FaultyCatalog.all + CrashCatalog.all).flatMap(\.codes))
    let unused = Set(RuleCatalog.codes.map(\.text)).subtracting(expected)
    #expect(unused.subtracting(["check-failed", "still-waiting"]).isEmpty)
  }

  @Test("the JSON list has each wrong client with its codes")
  func faultyList() throws {
    let list = try JSONParser.parse(Array(ClientList.faulty(.json).text.utf8)).value
    let kinds = try #require(list["faulty"]?.arrayValue)
    #expect(kinds.compactMap { $0["name"]?.stringValue } == FaultyCatalog.all.map(\.name))
    #expect(
      kinds.map { $0["codes"]?.arrayValue?.compactMap(\.stringValue) }
        == FaultyCatalog.all.map(\.codes))
  }

  @Test("the JSON list of clients for a crash test has each with its codes")
  func crashList() throws {
    let list = try JSONParser.parse(Array(ClientList.crash(.json).text.utf8)).value
    let kinds = try #require(list["faulty"]?.arrayValue)
    #expect(kinds.compactMap { $0["name"]?.stringValue } == CrashCatalog.all.map(\.name))
  }

  @Test("the JSON list has each right client")
  func rightList() throws {
    let list = try JSONParser.parse(Array(ClientList.right(.json).text.utf8)).value
    let modes = try #require(list["right"]?.arrayValue)
    #expect(modes.compactMap { $0["name"]?.stringValue } == UnusualCatalog.all.map(\.name))
  }
}

@Suite("The command line")
struct InvocationTests {
  @Test("what follows the name is left to the client's own options")
  func restIsPassedOn() throws {
    let invocation = try Invocation(["--right", "quoted-key", "--lease-ms", "9"])
    guard case .client(let name, _, let arguments) = invocation else {
      Issue.record("no client was asked for")
      return
    }
    #expect(name == "quoted-key")
    #expect(arguments == ["--lease-ms", "9"])
  }

  @Test(
    "what names no client is refused with the way to the names",
    arguments: [[], ["quoted-key"], ["--right", "hot-loop"], ["--right"], ["--list", "--xml"]])
  func unknownNames(arguments: [String]) {
    #expect(throws: InvocationError.self) { try Invocation(arguments) }
  }
}
