import AcceptanceModel
import Testing

@Suite("A message")
struct MessageTests {
  private let name = OperationName("A")

  @Test("says its parts in their order, and is equal to one of the same text")
  func text() {
    let message: Message =
      "\(LaunchNumber(2)): operation \(name), \(3) sends in \(Duration.seconds(1))"
    #expect(message.text == "launch 2: operation A, 3 sends in 1000 ms")
    #expect(message == "launch 2: operation A, 3 sends in 1000 ms")
    #expect(message + ", so" == "launch 2: operation A, 3 sends in 1000 ms, so")
    #expect(["a", "b", message].joined(separator: "; ") == "a; b; \(message)")
    #expect(message.text(showingTimes: false) == "launch 2: operation A, 3 sends in … ms")
  }

  @Test("keeps confidential texts apart, and shows none of them however it is printed")
  func confidential() {
    let message: Message = "found \(confidential: "k9-secret") there"
    #expect(message == "found \(confidential: "k9-secret") there")
    #expect(message != "found \(confidential: "another") there")
    #expect(message != "found k9-secret there")
    var dumped = ""
    dump([message], to: &dumped)
    for text in ["\(message)", String(reflecting: message), "\([message])", dumped] {
      #expect(!text.contains("k9-secret"))
      #expect(text.contains("found [withheld] there"))
    }
  }

  @Test("shows a command of the contract, and no other text in its place")
  func commands() {
    #expect("`\(command: "submit")`" as Message == "`submit`")
    #expect(("`\(command: "sub mit")`" as Message).text == "`[withheld]`")
  }
}
