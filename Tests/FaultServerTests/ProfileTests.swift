import AcceptanceModel
import FaultServer
import Synchronization
import Testing

@Suite struct ProfileTests {
  /// What a first send, its replay, another body under its key, and a send without key are answered.
  struct Row: Sendable, CustomStringConvertible {
    let profile: String
    let statuses: [Int]
    let recordCount: Int
    var body = #"{"m":"marker-a"}"#
    var other = #"{"m":"other"}"#

    var description: String { profile }
  }

  static let rows = [
    Row(profile: "standard", statuses: [200, 200, 409, 400], recordCount: 1),
    Row(profile: "seed", statuses: [503, 200, 409, 400], recordCount: 1),
    Row(profile: "ietf", statuses: [201, 201, 422, 400], recordCount: 1),
    Row(
      profile: "stripe", statuses: [200, 200, 400, 200], recordCount: 2, body: "m=marker-a",
      other: "m=other"),
    Row(profile: "gocardless", statuses: [201, 409, 409, 201], recordCount: 2),
    Row(profile: "adyen", statuses: [200, 200, 422, 200], recordCount: 2),
    Row(profile: "paypal", statuses: [201, 200, 200, 201], recordCount: 2),
    Row(
      profile: "square", statuses: [200, 200, 400, 400], recordCount: 1,
      body: #"{"m":"marker-a","idempotency_key":"k1"}"#,
      other: #"{"m":"x","idempotency_key":"k1"}"#),
    Row(
      profile: "aip155", statuses: [200, 200, 400, 200], recordCount: 2,
      body: #"{"m":"marker-a","request_id":"k1"}"#, other: #"{"m":"x","request_id":"k1"}"#),
    Row(profile: "mastodon", statuses: [200, 200, 200, 200], recordCount: 2),
  ]

  @Test("every preset answers as its documentation says", arguments: rows)
  func statuses(_ row: Row) throws {
    let spec = try #require(ServerProfile.named(row.profile)).spec
    let stage = try Stage(spec: spec)
    let key: (String) -> [String] = {
      if case .header(let name) = spec.key { ["\(name): \($0)"] } else { [] }
    }
    let keyless = row.body.replacing(#","idempotency_key":"k1""#, with: "")
      .replacing(#","request_id":"k1""#, with: "")
    let statuses = [
      RawClient.post(row.body, key: nil, headers: key("k1")),
      RawClient.post(row.body, key: nil, headers: key("k1")),
      RawClient.post(row.other, key: nil, headers: key("k1")), RawClient.post(keyless, key: nil),
    ].map { stage.exchange($0).status }
    #expect(statuses == row.statuses)
    #expect(stage.log.all.committedCount == row.recordCount)
  }

  @Test("every preset has a row")
  func complete() { #expect(Self.rows.map(\.profile) == ServerProfile.all.map(\.name)) }

  @Test("a stored replay is the first answer, with the preset's mark; a 500 is repeated, a 503 not")
  func storedReplay() throws {
    let spec = try #require(ServerProfile.named("stripe")).spec
    let stage = try Stage(
      [
        try .named(
          "answer-after-commit", .operation(OperationName("A"), sends: 1...1),
          ["status": .integer(500)]),
        try .named("lost-answer", .operation(OperationName("B"), sends: 1...1)),
      ], spec: spec, operations: ["A": "marker-a", "B": "marker-b"])
    #expect(stage.post("m=marker-a", key: "a").status == 500)
    #expect(stage.post("m=marker-a", key: "a").status == 500)
    #expect(stage.post("m=marker-b", key: "b").status == 503)
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post("m=marker-b", key: "b"))
    let replay = String(decoding: client.readAll().bytes, as: UTF8.self)
    #expect(replay.contains("Idempotent-Replayed: true\r\n"))
    #expect(replay.hasSuffix(#"{"id":2,"attempts":1,"record_count":2,"key":"b"}"#))
  }

  @Test(
    "what only something between server and client can have answered is not repeated",
    arguments: ["html-success", "empty-success", "wrong-json", "answer-of-another"])
  func strangersAnswer(_ kind: String) throws {
    let stage = try Stage(
      [try .named("\(kind)-after-commit")], spec: ServerSpec(replay: .stored))
    let own = #"{"id":1,"attempts":1,"record_count":1,"key":"k1"}"#
    #expect(stage.post().body != own)
    #expect(stage.post().body == own)
    #expect(stage.log.all.committedCount == 1)
  }

  @Test("while a send is processed, another one of its key is refused, or waits")
  func inProgress() throws {
    for (manner, expected) in [
      (ServerSpec.InProgress.refuse(status: 409), 409), (.hold, 200), (.process, 200),
    ] {
      var spec = ServerSpec()
      spec.inProgress = manner
      let stage = try Stage([try .named("kill-client-before-commit")], spec: spec)
      let first = try #require(RawClient(port: stage.port))
      first.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
      #expect(stage.log.waitFor(.held(RequestNumber(1))))
      let second = try #require(RawClient(port: stage.port))
      second.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
      #expect(stage.log.wait { $0.sends.count == 2 })
      if manner == .hold { stage.server.resume(RequestNumber(1)) }
      let answer = String(decoding: second.readAll().bytes, as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 \(expected) "))
      stage.server.resume(RequestNumber(1))
      #expect(String(decoding: first.readAll().bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
      #expect(stage.log.all.committedCount == 1)
      if manner == .hold { #expect(stage.log.all.words.suffix(1) == ["answered 2 200"]) }
    }
  }

  @Test("a key that is older than the retention is a new one")
  func retention() throws {
    let time = Mutex(1_000_000)
    let log = Log()
    var spec = ServerSpec()
    spec.retention = .seconds(3600)
    let server = FaultServer(
      FaultServerConfiguration(spec: spec, clock: { time.withLock { $0 } })
    ) { log.append($0) }
    let port = try server.start()
    defer { server.stop() }
    for step in [0, 3599, 1, 1] {
      time.withLock { $0 += step }
      let client = try #require(RawClient(port: port))
      client.send(RawClient.post("{}", key: "k1"))
      _ = client.readAll()
    }
    #expect(log.all.answers.map(\.isReplay) == [false, true, false, true])
  }

  @Test("a clock that goes forward makes keys old and dates later, until the server starts anew")
  func clock() throws {
    var spec = ServerSpec()
    spec.retention = .seconds(3600)
    let log = Log()
    let server = FaultServer(
      FaultServerConfiguration(spec: spec, clock: { 1_000_000 })
    ) { log.append($0) }
    let port = try server.start()
    defer { server.stop() }
    let dates = try [0, 3600, nil].map { forward in
      if let forward {
        server.moveClock(by: .seconds(forward))
      } else {
        try server.startAnew(faults: [])
      }
      let client = try #require(RawClient(port: port))
      client.send(RawClient.post("{}", key: "k1"))
      return String(decoding: client.readAll().bytes, as: UTF8.self)
        .split(separator: "\r\n").first { $0.hasPrefix("Date: ") }
    }
    #expect(
      dates == [
        "Date: Mon, 12 Jan 1970 13:46:40 GMT", "Date: Mon, 12 Jan 1970 14:46:40 GMT",
        "Date: Mon, 12 Jan 1970 13:46:40 GMT",
      ])
    #expect(log.all.answers.map(\.isReplay) == [false, false, false])
    #expect(log.all.words.filter { $0.hasPrefix("later") } == ["later 0", "later 3600"])
  }

  @Test("method and path belong to the fingerprint where the axis says so")
  func methodAndPath() throws {
    var spec = ServerSpec(path: "/users/{id}/items")
    spec.fingerprint = .methodPathAndContent
    spec.ignoresQuery = true
    let stage = try Stage(spec: spec)
    let statuses = ["/users/1/items", "/users/1/items", "/users/2/items", "/users//items"].map {
      stage.exchange(RawClient.post(#"{"a":1}"#, key: "k1", path: $0)).status
    }
    #expect(statuses == [200, 200, 409, 404])
  }

  @Test("a multipart body is compared without its boundary, and may carry the key in a field")
  func multipart() throws {
    let stage = try Stage(spec: ServerSpec(key: .field("token"), body: .multipart))
    func send(_ boundary: String, _ text: String) -> Int? {
      let parts = [("token", "k1"), ("text", text)].map { name, value in
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
      }
      return stage.exchange(
        RawClient.post(
          parts.joined() + "--\(boundary)--\r\n", key: nil,
          headers: ["Content-Type: multipart/form-data; boundary=\(boundary)"])
      ).status
    }
    #expect(send("first", "marker-a") == 200)
    #expect(send("second", "marker-a") == 200)
    #expect(send("third", "other") == 409)
    #expect(stage.log.all.sends.first?.attribution == .marker(OperationName("A")))
  }

  @Test("templates shape the answers; auxiliary routes leave no trace")
  func templates() throws {
    var spec = ServerSpec(successStatus: 201)
    spec.templates.success = #"{"payment":{"id":"p-{id}","key":"{key}"}}"#
    spec.templates.successHeaders = ["Location": "/payments/{id}"]
    spec.templates.error = #"{"code":{status}}"#
    spec.auxiliaries = [
      AuxiliaryRoute(method: "POST", path: "/token", body: #"{"access_token":"t"}"#)
    ]
    let stage = try Stage(spec: spec)
    #expect(stage.exchange(RawClient.post("grant=x", key: nil, path: "/token")).status == 200)
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    let answer = String(decoding: client.readAll().bytes, as: UTF8.self)
    #expect(answer.contains("\r\nLocation: /payments/1\r\n"))
    #expect(answer.hasSuffix(#"{"payment":{"id":"p-1","key":"k1"}}"#))
    #expect(stage.post(key: nil).body == #"{"code":400}"#)
    #expect(stage.log.all.sends.first?.request == RequestNumber(1))
  }
}
