import AcceptanceModel
import AcceptanceRunner
import Testing

@Suite("The answer contract on a server of its own kind")
struct ServedContractTests {
  private static func duty(_ profile: String, _ status: Int) -> ClientObligation? {
    let spec = ServerProfile.named(profile)?.spec
    return spec.map {
      AnswerContract().served(by: $0).duty(for: AnswerFacts(status: status, content: .error))
    }
  }

  @Test("409 is final, but where the server says by it that the first send is in progress")
  func inProgress() {
    #expect(Self.duty("standard", 409) == .stop)
    #expect(Self.duty("ietf", 409) == .keep)
    #expect(Self.duty("ietf", 422) == .stop)
  }

  @Test("a status with two meanings leaves both open")
  func ambiguous() {
    #expect(Self.duty("adyen", 422) == .either)
    #expect(Self.duty("gocardless", 409) == .either)
  }

  @Test("what the table says of a row wins")
  func override() {
    var spec = ServerSpec()
    spec.inProgress = .refuse(status: 409)
    let contract = AnswerContract(overrides: [409: .stop]).served(by: spec)
    #expect(contract.overrides == [409: .stop])
  }
}
