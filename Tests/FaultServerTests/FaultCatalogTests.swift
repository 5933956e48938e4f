import AcceptanceModel
import FaultServer
import StrictJSON
import Testing

@Suite struct FaultCatalogTests {
  @Test("every kind of the catalogue is driven by a test, and every name is its own")
  func complete() {
    let names = FaultCatalog.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(FaultCase.all.map(\.name)) == Set(names))
    #expect(names.count >= 45)
  }

  @Test("every kind of the catalogue can act where it stands")
  func possible() throws {
    for expected in FaultCase.all {
      let fault = try PlannedFault.named(expected.name, expected.selector, expected.arguments)
      #expect(fault.isPossible, "\(expected)")
      #expect(fault.point.takes(expected.selector), "\(expected)")
    }
  }

  @Test("libcurl sees of each fault what the catalogue says", arguments: FaultCase.all)
  func curlSees(_ expected: FaultCase) throws {
    let fault = try PlannedFault.named(expected.name, expected.selector, expected.arguments)
    let stage = try Stage([fault], spec: ServerSpec(keepAlive: expected.keepAlive))
    let padding = String(repeating: "x", count: expected.bodyByteCount)
    let curl = Curl()
    let answer = curl.post(
      stage.url, body: #"{"m":"marker-a","p":"\#(padding)"}"#, headers: expected.headers,
      timeoutMs: expected.timesOut ? 200 : 20_000)
    #expect(expected.codes.contains(answer.code), "libcurl said \(answer.code)")
    #expect(answer.status == expected.status)
    stage.server.resume(RequestNumber(1))
    #expect(stage.log.wait { $0.ends.count >= expected.ends.count })
    stage.server.stop()
    #expect(stage.log.all.committedCount == expected.recordCount)
    #expect(expected.ends.isEmpty || stage.log.all.ends == expected.ends)
    #expect(stage.server.unreachedFaults == (expected.isAlone ? [0] : []))
    #expect(stage.server.failure == nil)
  }

  @Test("each cut and each raw answer is exact to the byte", arguments: FaultCase.all)
  func exactBytes(_ expected: FaultCase) throws {
    let fault = try PlannedFault.named(expected.name, expected.selector, expected.arguments)
    let wanted: [UInt8]?
    let end: RawClient.End
    switch (fault.point, fault.action) {
    case (.beforeCommit, .raw(let bytes)), (.afterCommit, .raw(let bytes)):
      (wanted, end) = (bytes, .fin)
    case (.beforeCommit, .rawThenReset(let bytes)): (wanted, end) = (bytes, .reset)
    case (.answer, .reset), (.answerBody, .reset): (wanted, end) = (nil, .reset)
    case (.answer, .fin), (.answerBody, .fin): (wanted, end) = (nil, .fin)
    default: return
    }
    let stage = try Stage([fault])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    let (bytes, actualEnd) = client.readAll()
    #expect(actualEnd == end)
    if let wanted {
      #expect(bytes == wanted)
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      let start = Array("HTTP/1.1 200 OK\r\n".utf8.prefix(bytes.count))
      #expect(bytes.starts(with: start))
      switch fault.point {
      case .answer(let count): #expect(bytes.count == count)
      case .answerBody(let count):
        let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last
        #expect(body?.utf8.count == count)
      default: Issue.record("no point inside an answer")
      }
    }
  }

  @Test("two requests at once get each other's answers")
  func swap() throws {
    let stage = try Stage(
      [try .named("swap-answers")], operations: ["A": "marker-a", "B": "marker-b"])
    let clients = try ["a", "b"].map { name in
      let client = try #require(RawClient(port: stage.port))
      client.send(RawClient.post(#"{"m":"marker-\#(name)"}"#, key: name))
      return client
    }
    let bodies = clients.map { String(decoding: $0.readAll().bytes, as: UTF8.self) }
    #expect(bodies[0].contains(#""key":"b""#))
    #expect(bodies[1].contains(#""key":"a""#))
    #expect(stage.log.all.answers.map(\.content) == [.successOfAnother, .successOfAnother])
  }

  @Test("a server that dies before it stores the key makes a second record of the retry")
  func crashBetween() throws {
    let stage = try Stage([try .named("crash-between-commit-and-key")])
    #expect(stage.post().end == .reset)
    #expect(stage.post().body == #"{"id":2,"attempts":2,"record_count":2,"key":"k1"}"#)
  }

  @Test("after a refusal the server is down until it is brought up")
  func refuse() throws {
    let stage = try Stage([try .named("refuse-after-commit")])
    #expect(stage.post().end == .reset)
    #expect(RawClient(port: stage.port) == nil)
    stage.server.bringUp()
    #expect(stage.post().status == 200)
    #expect(stage.log.all.committedCount == 1)
  }

  @Test("bytes before a reset arrive, all of them")
  func drainBeforeReset() throws {
    let bytes = [UInt8](repeating: 0x78, count: 3_000_000)
    let stage = try Stage([
      PlannedFault(
        kind: "custom", selector: .request(1...1), point: .afterCommit,
        action: .rawThenReset(bytes))
    ])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    let (received, end) = client.readAll()
    #expect(received.count == bytes.count)
    #expect(end == .reset)
  }

  @Test("a connection that is closed in good order ends with FIN, though the client sent more")
  func finReadsWhatComes() throws {
    let stage = try Stage([try .named("close-after-commit")])
    let client = try #require(RawClient(port: stage.port))
    let request = RawClient.post(#"{"m":"marker-a"}"#, key: "k1")
    client.send(request + request)
    #expect(client.readAll().end == .fin)
    #expect(stage.log.all.sends.count == 1)
  }

  @Test("a client that makes a new key for every send is met by the count of its operation")
  func newKeys() throws {
    let stage = try Stage([
      try .named("lost-answer", .operation(OperationName("A"), sends: 2...2)),
      try .named("lost-answer", .key(sends: 2...2)),
      try .named("lost-answer", .request(4...4)),
    ])
    let statuses = (1...4).map { stage.post(key: "k\($0)").status }
    #expect(statuses == [200, 503, 200, 503])
    #expect(stage.server.unreachedFaults == [1])
  }

  @Test("what libcurl sends again by itself on a new connection is a send like any other")
  func hiddenResend() throws {
    let stage = try Stage(
      [try .named("close-after-commit", .request(2...2))], spec: ServerSpec(keepAlive: true))
    let curl = Curl()
    #expect(curl.post(stage.url).status == 200)
    let second = curl.post(stage.url, key: "k2")
    #expect(second.code == 0)
    #expect(second.body == #"{"id":2,"attempts":2,"record_count":2,"key":"k2"}"#)
    let sends = stage.log.all.sends
    #expect(sends.map(\.sendOfKey) == [1, 1, 2])
    #expect(sends[1].body == sends[2].body)
  }

  @Test("a fault before the body ends does not meet the retry again")
  func cutOnce() throws {
    let stage = try Stage([try .named("reset-in-upload")])
    #expect(stage.post().end == .reset)
    #expect(stage.post().status == 200)
    #expect(stage.log.all.sends.count == 1)
    #expect(stage.log.all.words.contains("partial 1 1"))
  }
}
