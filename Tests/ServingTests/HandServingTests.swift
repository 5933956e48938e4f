import AcceptanceModel
import FaultServer
import Foundation
import Serving
import StrictJSON
import Testing

@Suite("A server worked by hand")
struct HandServingTests {
  @Test("a request shows up on the page and in the API, with its record")
  func shown() throws {
    let counter = try Counter()
    #expect(counter.send("first-try")?.status == 200)
    let request = try #require(try counter.requests().first)
    #expect(request["outcome"]?["status"]?.intValue == 200)
    #expect(request["record"]?.intValue == 1)
    #expect(try counter.json("/records")["count"]?.intValue == 1)
    let page = try #require(counter.get("/?token=\(counter.token)"))
    #expect(page.status == 200)
    #expect(page.body.contains("answered 200, success"))
  }

  @Test("the fault of a button meets the next request, and only that")
  func button() throws {
    let counter = try Counter()
    let pressed = counter.press("/plan", "kind=lost-answer&count=1&parameters=")
    #expect(pressed?.status == 303)
    #expect(pressed?.headers["location"] == "/?token=\(counter.token)")
    #expect(counter.send("k1")?.status == 503)
    #expect(counter.send("k1")?.status == 200)
    let first = try #require(try counter.requests().first)
    #expect(first["faults"] == .array([.string("lost-answer")]))
    #expect(first["record"]?.intValue == 1)
  }

  @Test("faults meet the next requests in turn, whatever a probe or an early one does between")
  func turns() throws {
    let counter = try Counter()
    counter.change(
      "/plan",
      #"{"faults":[{"kind":"refused-before-commit","status":"404"},{"kind":"reset-after-headers"},"#
        + #"{"kind":"busy-after-commit","status":"429"}]}"#)
    _ = WebClient.exchange(
      counter.port, WebClient.text("GET", "/items", ["Host: 127.0.0.1:\(counter.port)"]))
    #expect(counter.send("k1")?.status == 404)
    #expect(counter.send("k1")?.status == nil)
    #expect(counter.send("k1")?.status == 429)
    #expect(counter.send("k1")?.status == 200)
    #expect(try counter.json("/plan")["next"] == .array([]))
  }

  @Test("a fault whose point was not reached waits for the next request")
  func notReached() throws {
    let counter = try Counter()
    counter.change("/plan", #"{"faults":[{"kind":"reset-after-commit"}]}"#)
    // Refused by the contract: nothing is committed.
    #expect(counter.send("k1", "no JSON")?.status == 400)
    try counter.await { try counter.json("/plan")["next"]?.arrayValue?.count == 1 }
    #expect(counter.send("k2")?.status == nil)
    #expect(try counter.json("/plan")["next"] == .array([]))
  }

  @Test("a plan that cannot be read is answered with JSON that names the cause")
  func unreadablePlan() throws {
    let counter = try Counter()
    let plan = #"{"faults":[{"kind":"lost-answer"}]}"#
    let cases: [(type: String?, body: String, status: Int, cause: String)] = [
      (nil, plan, 415, "the body has no Content-Type"),
      ("application/x-www-form-urlencoded", plan, 415, "the body is JSON, but its Content-Type"),
      ("text/plain", plan, 415, "the body's Content-Type is not application/json"),
      ("application/json", #"{"faults":"#, 400, "the body is not valid JSON"),
      ("application/json", #"{"faults":[{"kind":"lost-anser"}]}"#, 400, "did you mean"),
    ]
    for (type, body, status, cause) in cases {
      var headers = [
        "Host: 127.0.0.1:\(counter.pagePort)", "X-Acceptance-Token: \(counter.token)",
      ]
      if let type { headers.append("Content-Type: \(type)") }
      let answer = WebClient.exchange(
        counter.pagePort, WebClient.text("POST", "/plan", headers, body))
      #expect(answer?.status == status)
      #expect(answer?.body.contains(cause) == true, "\(answer?.body ?? "")")
      #expect(answer?.headers["content-type"] == "application/json")
    }
    #expect(try counter.json("/plan")["next"] == .array([]))
  }

  @Test("offline refuses connections, online accepts them again")
  func offline() throws {
    let counter = try Counter()
    #expect(counter.press("/offline")?.status == 303)
    #expect(counter.send("k1") == nil)
    #expect(try counter.json("/plan")["online"]?.boolValue == false)
    #expect(counter.press("/online")?.status == 303)
    #expect(counter.send("k1")?.status == 200)
    #expect(counter.press("/down")?.status == 303)
    #expect(counter.send("k1") == nil)
    #expect(counter.press("/up")?.status == 303)
    #expect(counter.send("k1")?.status == 200)
  }

  @Test("a poisoned record conflicts with the next send under its key")
  func poison() throws {
    let counter = try Counter()
    #expect(counter.send("k1")?.status == 200)
    #expect(counter.press("/poison", "record=1")?.status == 303)
    #expect(counter.send("k1")?.status == 409)
    #expect(try counter.json("/records")["records"]?.arrayValue?[0]["replaced"] == .bool(true))
    #expect(counter.change("/poison", #"{"record":2}"#)?.status == 404)
  }

  @Test("reset forgets requests, records and waiting faults, and begins the plan anew")
  func reset() throws {
    let plan = PlannedFault(
      kind: "lost-answer", selector: .operation(OperationName("A"), sends: 1...1),
      point: .afterCommit, action: .answer(AnswerTemplate(status: 503)))
    let counter = try Counter(
      ServingConfiguration(
        spec: ServerSpec(), faults: [plan], operations: [OperationName("A"), OperationName("B")]))
    for round in 1...2 {
      #expect(counter.send("a\(round)")?.status == 503)
      #expect(counter.send("b\(round)")?.status == 200)
      #expect(counter.send("a\(round)")?.status == 200)
      #expect(try counter.requests().map { $0["operation"]?.stringValue } == ["A", "B", "A"])
      counter.change("/offline")
      counter.change("/plan", #"{"faults":[{"kind":"stall-after-commit"}]}"#)
      #expect(counter.press("/reset")?.status == 303)
      #expect(try counter.requests().isEmpty)
      #expect(try counter.json("/records")["count"]?.intValue == 0)
      #expect(try counter.json("/plan")["next"] == .array([]))
    }
    #expect(counter.send("c")?.status == 503)
    #expect(try counter.requests().first?["number"]?.intValue == 1)
  }

  @Test("PUT /plan holds to selectors as a scenario file writes them")
  func ownPlan() throws {
    let counter = try Counter()
    let plan = #"{"faults":[{"kind":"busy-before-commit","operation":"*","send":2}]}"#
    #expect(counter.change("/plan", plan, method: "PUT")?.status == 200)
    #expect(
      ["k1", "k1", "k1", "k2", "k2"].map { counter.send($0)?.status } == [200, 503, 200, 200, 503])
    #expect(try counter.json("/plan")["faults"]?.arrayValue?[0]["acted"] == .bool(true))
  }

  @Test("a held request waits for its release, and is answered then")
  func release() throws {
    let counter = try Counter()
    counter.change("/plan", #"{"faults":[{"kind":"hold-after-commit"}]}"#)
    let port = counter.port
    let answer = Later { WebClient.send(port, key: "k1") }
    try counter.await { try counter.json("/plan")["held"] == .array([.integer(1)]) }
    #expect(counter.get("/?token=\(counter.token)")?.body.contains("release-1") == true)
    #expect(counter.press("/release", "request=1")?.status == 303)
    #expect(answer.value()??.status == 200)
  }

  @Test("a held request whose client has left frees its key, and is released all the same")
  func releaseOfTheLeft() throws {
    var spec = ServerSpec()
    spec.inProgress = .refuse(status: 409)
    let counter = try Counter(ServingConfiguration(spec: spec))
    counter.change("/plan", #"{"faults":[{"kind":"hold-before-commit"}]}"#)
    try WebClient.sendAndLeave(counter.port, key: "k1") {
      try counter.await { try counter.json("/plan")["held"] == .array([.integer(1)]) }
    }
    // Whoever comes next shows that the first one has left.
    #expect(counter.send("k1")?.status == 200)
    #expect(try counter.requests().contains { $0["outcome"]?["end"] == .string("peerGone") })
    #expect(try counter.json("/plan")["held"] == .array([.integer(1)]))
    #expect(counter.change("/release", "")?.status == 200)
    try counter.await { try counter.json("/plan")["held"] == .array([]) }
    #expect(counter.send("k1")?.status == 200)
    #expect(try counter.json("/records")["count"]?.intValue == 1)
  }

  @Test("records outlive the server in a store, and are listed by the next one")
  func store() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let configuration = ServingConfiguration(
      spec: ServerSpec(), records: .file(folder.appendingPathComponent("records.db").path))
    do {
      let counter = try Counter(configuration)
      #expect(counter.send("k1")?.status == 200)
    }
    let counter = try Counter(configuration)
    #expect(try counter.json("/records")["count"]?.intValue == 1)
    #expect(counter.send("k1")?.body.contains(#""record_count":1"#) == true)
  }

  @Test("stop ends stalls, holds and those who wait for news")
  func stop() throws {
    let counter = try Counter()
    counter.change(
      "/plan", #"{"faults":[{"kind":"stall-after-commit"},{"kind":"hold-before-commit"}]}"#)
    let (port, page) = (counter.port, counter.pagePort)
    let stalled = Later { WebClient.send(port, key: "k1") }
    try counter.await { try counter.requests().count == 1 }
    let held = Later { WebClient.send(port, key: "k2") }
    try counter.await { try counter.json("/plan")["held"]?.arrayValue?.count == 1 }
    let revision = try #require(try counter.json("/requests")["revision"]?.intValue)
    let text = WebClient.text(
      "GET", "/changes?after=\(revision)", ["Host: 127.0.0.1:\(page)"])
    let news = Later { WebClient.exchange(page, text) }
    counter.session.stop()
    #expect(stalled.value()??.status == nil)
    #expect(held.value()??.status == nil)
    // Reaching this line is the claim: all three have ended.
    _ = news.value()
  }

  @Test("what is wrong with a button's fields is said on the page, and nothing changes")
  func wrongFields() throws {
    let counter = try Counter()
    for form in [
      "kind=no-such-fault", "kind=lost-answer&count=0", "kind=lost-answer&parameters=colour=red",
      "kind=answer-after-commit", "kind=answer-after-commit&parameters=status=99",
    ] {
      let answer = counter.press("/plan", form)
      #expect(answer?.status == 400, "\(form)")
      #expect(answer?.body.contains("Not done.") == true, "\(form)")
    }
    #expect(try counter.json("/plan")["next"] == .array([]))
  }
}
