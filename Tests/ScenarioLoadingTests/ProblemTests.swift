// Owns: many problems in one pass, their order, and what no message may quote.

import Testing

@Suite struct ProblemTests {
  @Test("all problems of a file are told at once, in the order of the file")
  func allAtOnce() {
    let text = """
      {"version": 3,
       "client": {"comand": ["c"], "limits": {"quitMs": 0}},
       "scenarios": [
         {"id": "a", "title": "", "faults": [{"kind": "loose-reply", "operation": "A"}],
          "steps": [{"do": "fly"}, {"do": "launch", "process": 1}]},
         {"id": "b", "title": "t", "steps": [{"do": "sync"}, {"do": "await", "recorded": "A"}]}],
       "more": 1}
      """
    #expect(
      complaints(about: text).map { $0.prefix { $0 != " " } } == [
        "scenarios.json:1:13:", "scenarios.json:2:12:", "scenarios.json:2:13:",
        "scenarios.json:2:51:", "scenarios.json:4:25:", "scenarios.json:4:49:",
        "scenarios.json:5:22:", "scenarios.json:5:58:", "scenarios.json:7:2:",
      ])
  }

  @Test("a step that cannot be read makes no other step look wrong")
  func noFollowUps() {
    let text = MarkedText(
      Around.steps(#"{"do": «"lanch"}, {"do": "tasks"}, {"do": "check", "kept": "A"}"#))
    #expect(
      complaints(about: text.text) == [
        text.place + #"unknown step "lanch"; did you mean "launch"?"#
      ])
  }

  @Test("an unknown fault is answered with the nearest one")
  func nearestFault() {
    let text = MarkedText(Around.fault(#"{"kind": «"lose-answer", "operation": "A"}"#))
    #expect(
      complaints(about: text.text)
        == [text.place + #"unknown fault "lose-answer"; did you mean "lost-answer"?"#])
  }

  @Test("no message quotes a body, an argument, a variable's value or a header's value")
  func nothingConfidential() {
    let secret = "hunter2"
    let text = """
      {"version": 1,
       "client": {"command": ["c", "\(secret)\\u0000"],
                  "environment": {"K": "\(secret)\\u0000", "L": ["\(secret)"]}},
       "redaction": {"publicFields": "\(secret)"},
       "scenarios": [
         {"id": "a", "title": ["\(secret)"], "steps": [
          {"do": "submit", "operation": "A", "body": ["\(secret)"], "bdy": {"x": "\(secret)"}},
          {"do": "check", "answer": {"operation": "A", "send": 1, "status": 200,
                                     "fields": {"a": "\(secret)"}}}],
          "faults": [{"kind": "answer-before-commit", "status": 500, "operation": "A",
                      "headers": {"X": "\(secret)\\n"}, "text": ["\(secret)"]},
                     {"at": "answer", "byte": 1, "action": "raw", "text": {"a": "\(secret)"},
                      "operation": "A"}]}]}
      """
    let found = complaints(about: text)
    #expect(found.count == 11)
    #expect(!found.contains { $0.contains(secret) })
  }

  @Test("the same file is refused with the same words, whatever its folder is called")
  func fileName() {
    #expect(complaints(about: "nope").allSatisfy { $0.hasPrefix("scenarios.json:1:1: ") })
  }
}
