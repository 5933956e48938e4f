import AcceptanceModel
import FaultServer
import Testing

@Suite struct FaultCapabilityTests {
  @Test(
    "each action changes what happens at each point that the table gives it", arguments: Pair.all)
  func acts(_ pair: Pair) throws {
    let undisturbed = try pair.play([])
    let disturbed = try pair.play([pair.fault])
    #expect(undisturbed.unreached.isEmpty)
    #expect(disturbed.unreached.isEmpty, "the fault is not counted as acted")
    #expect(disturbed.sight != undisturbed.sight, "\(disturbed.sight)")
  }

  @Test("an action at a point that the table does not give it changes nothing and never counts")
  func impossible() throws {
    for pair in Pair.impossible {
      let undisturbed = try pair.play([])
      let disturbed = try pair.play([pair.fault])
      #expect(disturbed.unreached == [0], "\(pair)")
      #expect(disturbed.sight == undisturbed.sight, "\(pair)")
    }
  }

  @Test("a fault that finds nothing to change is not counted as acted", arguments: Idle.all)
  func notApplicable(_ idle: Idle) throws {
    let undisturbed = try Pair.play([], idle.spec, request: idle.request)
    let disturbed = try Pair.play([idle.fault], idle.spec, request: idle.request)
    #expect(disturbed.unreached == [0])
    #expect(disturbed.sight == undisturbed.sight)
  }

  @Test("an exchange of answers counts once there is another answer, a stall alone does not")
  func swapAlone() throws {
    let stage = try Stage([try .named("swap-answers")])
    let client = try #require(RawClient(port: stage.port))
    client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    client.shutDownWriting()
    #expect(client.readAll().bytes.isEmpty)
    #expect(stage.server.unreachedFaults == [0])
  }
}

/// What a client and the log can see of one request.
struct Sight: Equatable, CustomStringConvertible {
  let bytes: [UInt8]
  let end: RawClient.End
  /// The log without the faults themselves.
  let words: [String]

  var description: String {
    "\(String(decoding: bytes, as: UTF8.self)) \(end) \(words.joined(separator: ", "))"
  }
}

/// One action at one point.
struct Pair: Sendable, CustomStringConvertible {
  let action: FaultAction
  let point: FaultPoint

  var description: String { "\(action.kind.rawValue) at \(point.kind.rawValue)" }

  var fault: PlannedFault {
    PlannedFault(kind: "custom", selector: .connection(1...2), point: point, action: action)
  }

  static let all = every.filter { $0.fault.isPossible }
  static let impossible = every.filter { !$0.fault.isPossible }

  private static let every = FaultAction.Kind.allCases.flatMap { kind in
    FaultPoint.Kind.allCases.map { Pair(action: action(kind), point: point($0)) }
  }

  /// Pauses that no test waits for: the client leaves once the fault has acted.
  private static func action(_ kind: FaultAction.Kind) -> FaultAction {
    switch kind {
    case .reset: .reset
    case .fin: .fin
    case .halfClose: .halfClose
    case .stall: .stall
    case .drip: .drip(interval: .seconds(600))
    case .raw: .raw(Array("raw".utf8))
    case .rawThenReset: .rawThenReset(Array("raw".utf8))
    case .answer: .answer(AnswerTemplate(status: 503))
    case .killClient: .killClient
    case .hold: .hold
    case .crashServer: .crashServer(.kept)
    case .deliverTwice: .deliverTwice
    case .otherBody: .otherBody
    case .ignoreExpect: .ignoreExpect
    case .refuse: .refuse
    case .zeroWindow: .zeroWindow
    case .delay: .delay(.seconds(600))
    case .lateAnswer: .lateAnswer
    case .swapAnswers: .swapAnswers
    }
  }

  private static func point(_ kind: FaultPoint.Kind) -> FaultPoint {
    switch kind {
    case .accept: .accept
    case .headers: .headers
    case .body: .body(byte: 3)
    case .beforeCommit: .beforeCommit
    case .betweenCommitAndKey: .betweenCommitAndKey
    case .afterCommit: .afterCommit
    case .answer: .answer(byte: 20)
    case .answerBody: .answerBody(byte: 5)
    case .lastByte: .lastByte
    case .answerEnd: .answerEnd
    case .idle: .idle
    }
  }
}

extension Pair {
  func play(_ faults: [PlannedFault]) throws -> (sight: Sight, unreached: [Int]) {
    let spec = ServerSpec(keepAlive: fault.needs.contains(.keepAlive))
    switch action {
    case .swapAnswers where fault.isPossible: return try Self.playTwo(faults, spec)
    case .ignoreExpect where fault.isPossible: return try Self.playExpectation(faults, spec)
    default: return try Self.play(faults, spec, mustAct: fault.isPossible)
    }
  }

  /// One request, and a second one where the connection may stay open; the client leaves once a fault
  /// has acted, or the request is over.
  static func play(
    _ faults: [PlannedFault], _ spec: ServerSpec, mustAct: Bool = false,
    request: String = RawClient.post(#"{"m":"marker-a"}"#, key: "k1")
  ) throws -> (sight: Sight, unreached: [Int]) {
    let stage = try Stage(faults, spec: spec)
    let client = try #require(RawClient(port: stage.port))
    client.send(request)
    #expect(stage.log.wait { $0.hasActed || !$0.answers.isEmpty || !$0.ends.isEmpty })
    // Faults after the answer act once it is written.
    if faults.contains(where: { FaultPoint.Kind.over.contains($0.point.kind) }), mustAct {
      #expect(stage.log.wait { $0.hasActed })
    }
    if spec.keepAlive, !request.contains("Connection: close") {
      client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k2"))
      // A client that has closed its side before the second answer counts as gone.
      if faults.isEmpty || !mustAct { #expect(stage.log.wait { $0.answers.count == 2 }) }
    }
    client.shutDownWriting()
    stage.server.resume(RequestNumber(1))
    return Self.sight(of: client, on: stage)
  }

  private static func playExpectation(
    _ faults: [PlannedFault], _ spec: ServerSpec
  ) throws -> (sight: Sight, unreached: [Int]) {
    let stage = try Stage(faults, spec: spec)
    let client = try #require(RawClient(port: stage.port))
    let body = #"{"m":"marker-a"}"#
    let request = RawClient.post(body, key: "k1", headers: ["Expect: 100-continue"])
    client.send(String(request.dropLast(body.count)))
    if faults.isEmpty {
      #expect(client.read(25) == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    } else {
      #expect(stage.log.wait { $0.hasActed })
    }
    client.send(body)
    let (sight, unreached) = Self.sight(of: client, on: stage)
    let asked: [UInt8] = faults.isEmpty ? [1] : []
    return (Sight(bytes: asked + sight.bytes, end: sight.end, words: sight.words), unreached)
  }

  private static func playTwo(
    _ faults: [PlannedFault], _ spec: ServerSpec
  ) throws -> (sight: Sight, unreached: [Int]) {
    let stage = try Stage(
      faults, spec: spec, operations: ["A": "marker-a", "B": "marker-b"])
    let first = try #require(RawClient(port: stage.port))
    first.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
    #expect(stage.log.wait { $0.sends.count == 1 })
    let second = try #require(RawClient(port: stage.port))
    second.send(RawClient.post(#"{"m":"marker-b"}"#, key: "k2"))
    _ = second.readAll()
    return Self.sight(of: first, on: stage)
  }

  private static func sight(
    of client: RawClient, on stage: Stage
  ) -> (sight: Sight, unreached: [Int]) {
    let (bytes, end) = client.readAll()
    let unreached = stage.server.unreachedFaults
    stage.server.stop()
    let words = stage.log.all.words.filter { !$0.hasPrefix("fault ") }
    return (Sight(bytes: bytes.withoutDate, end: end, words: words), unreached)
  }
}

/// A fault at a point that its request reaches, where it has nothing to change.
struct Idle: Sendable, CustomStringConvertible {
  let description: String
  let fault: PlannedFault
  var spec = ServerSpec()
  var request = RawClient.post(#"{"m":"marker-a"}"#, key: "k1")

  init(
    _ description: String, _ point: FaultPoint, _ action: FaultAction,
    spec: ServerSpec = ServerSpec(),
    request: String = RawClient.post(#"{"m":"marker-a"}"#, key: "k1")
  ) {
    self.description = description
    fault = PlannedFault(
      kind: "custom", selector: .request(1...1), point: point, action: action)
    self.spec = spec
    self.request = request
  }

  static let all = [
    Idle("a FIN after an answer that says Connection: close", .answerEnd, .fin),
    Idle("a half-close there", .answerEnd, .halfClose),
    Idle("no bytes and a FIN there", .answerEnd, .raw([])),
    Idle(
      "a FIN where the client asked for the close", .answerEnd, .fin,
      spec: ServerSpec(keepAlive: true),
      request: RawClient.post(#"{"m":"marker-a"}"#, key: "k1", headers: ["Connection: close"])),
    Idle("a slow answer of which one byte is left", .answerBody(byte: 48), drip),
    Idle("a cut after the whole body", .answerBody(byte: 49), .fin),
    Idle("a cut beyond the answer", .answer(byte: 65_536), .reset),
    Idle("a cut at the end of the request's body", .body(byte: 16), .reset),
    Idle("a cut beyond the request's body", .body(byte: 1_048_576), .reset),
    Idle("Expect ignored where nothing is expected", .headers, .ignoreExpect),
    Idle(
      "Expect ignored where the body has come unasked", .headers, .ignoreExpect,
      request: RawClient.post(
        #"{"m":"marker-a"}"#, key: "k1", headers: ["Expect: 100-continue"])),
    Idle(
      "the answer that the server gives anyway", .afterCommit,
      .answer(AnswerTemplate(status: 200, body: .success))),
    Idle(
      "another body where bodies are not compared", .beforeCommit, .otherBody,
      spec: spec { $0.fingerprint = .none }),
    Idle(
      "another body under no key", .beforeCommit, .otherBody,
      spec: spec { $0.requiresKey = false }, request: RawClient.post(#"{"m":"marker-a"}"#, key: nil)
    ),
    Idle(
      "a second delivery of what is refused", .beforeCommit, .deliverTwice,
      request: RawClient.post("no JSON", key: "k1")),
    Idle(
      "a fault after the commit of what is refused", .afterCommit, .reset,
      request: RawClient.post("no JSON", key: "k1")),
  ]

  private static func spec(_ change: (inout ServerSpec) -> Void) -> ServerSpec {
    var spec = ServerSpec()
    change(&spec)
    return spec
  }

  private static let drip = FaultAction.drip(interval: .milliseconds(1))
}

extension [ServerObservation] {
  fileprivate var hasActed: Bool {
    contains { if case .faultActed = $0 { true } else { false } }
  }
}

extension [UInt8] {
  /// The second may change between two answers.
  fileprivate var withoutDate: [UInt8] {
    let lines = String(decoding: self, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    return Array(lines.filter { !$0.hasPrefix("Date:") }.joined(separator: "\r\n").utf8)
  }
}
