import AcceptanceModel
import ScenarioLoading
import StrictJSON
import Testing

@Suite("What validate says of a right file")
struct NoteTests {
  private func notes(_ body: String, title: String = "t") throws -> [String] {
    let text = #"""
      {"version": 1, "client": {"command": ["client"]},
       "redaction": {"sensitiveFields": ["password", "pin"]},
       "scenarios": [
         {"id": "a", "title": "\#(title)", "steps": [
           {"do": "launch"}, {"do": "submit", "operation": "A", "body": \#(body)},
           {"do": "await", "recorded": "A"}]}]}
      """#
    let table = try ScenarioLoader.load(
      Array(text.utf8), fileName: "t.json", knownCodes: [], drivers: drivers)
    return ScenarioNotes.notes(on: table, fileName: "t.json").map(\.description)
  }

  @Test(
    "names a sensitive value that is not searched for, where it is, and why",
    arguments: [
      (#"{"password": "hunter2"}"#, "it has 7 letters and digits"),
      (#"{"user": {"Password": "hunter2"}}"#, "it has 7 letters and digits"),
      (#"{"list": [{"pin": 1234}]}"#, "it has 4 letters and digits"),
      (#"{"password": {"old": ["sunshine"]}}"#, "it is one word"),
      (#"{"password": "1111-1111-1111-1111"}"#, "it repeats so few"),
      (#"{"password": "milk and honey", "title": "Milk & Honey, and more"}"#, ""),
      (#"{"password": "milk and honey", "title": "Milk and Honey, and more"}"#, "another place"),
      (#"{"password": "{marker}", "title": "{marker}"}"#, "another field"),
    ])
  func unsearched(body: String, reason: String) throws {
    let notes = try notes(body)
    guard !reason.isEmpty else { return #expect(notes.isEmpty) }
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("t.json:4:") == true, "\(notes)")
    #expect(notes.first?.contains(reason) == true, "\(notes)")
    #expect(notes.first?.contains("hunter2") == false)
  }

  @Test(
    "says nothing where everything sensitive is searched for",
    arguments: [
      "{}", #"{"password": "correct horse battery staple"}"#, #"{"pin": 4929184410738265}"#,
      #"{"password": "{marker}"}"#, #"{"password": ["", null, true]}"#, #"{"title": "hunter2"}"#,
    ])
  func searched(body: String) throws { #expect(try notes(body).isEmpty) }
}
