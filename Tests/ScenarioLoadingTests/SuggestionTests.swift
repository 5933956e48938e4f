import Testing

@testable import ScenarioLoading

@Suite struct SuggestionTests {
  @Test(
    "a word is suggested where at most a third of its characters would change",
    arguments: [
      ("lanch", "launch"), ("killed-after-comit", "killed-after-commit"), ("oen", "one"),
      ("guid", "uuid"), ("RELAUNCH", "relaunch"),
    ])
  func near(_ word: String, _ nearest: String) {
    #expect(
      Suggestion.nearWord(
        to: word, among: ["launch", "killed-after-commit", "one", "uuid", "relaunch"])
        == nearest)
  }

  @Test(
    "short words are near to none", arguments: [("x", "cut-body"), ("y", "sync"), ("GET", "PUT")])
  func far(_ word: String, _ known: String) {
    #expect(Suggestion.nearWord(to: word, among: [known]) == nil)
    #expect(Suggestion.instead(of: word, among: [known]) == "only \"\(known)\" is accepted")
  }

  @Test("of many words of which none is near, some are named, and how many more there are")
  func many() {
    let known = (1...15).map { "word-number-\($0)" }
    let text = Suggestion.instead(of: "x", among: known)
    #expect(text.hasSuffix("\"word-number-12\" and 3 more"))
    #expect(!text.contains("word-number-13"))
  }
}
