import AcceptanceModel
import StrictJSON
import Testing

@testable import FaultServer

@Suite struct BrokenAnswerTests {
  @Test(
    "what each fault of the catalogue writes instead of an answer has its phrase",
    arguments: phrases)
  func phrase(_ name: String, _ expected: String) throws {
    let kinds = [name, name + "-before-commit", name + "-after-commit"].filter {
      FaultCatalog.named($0) != nil
    }
    #expect(!kinds.isEmpty)
    for kind in kinds {
      let stage = try Stage([try .named(kind)])
      let client = try #require(RawClient(port: stage.port))
      client.send(RawClient.post(#"{"m":"marker-a"}"#, key: "k1"))
      #expect(stage.log.wait { $0.words.contains("fault 0 1") })
      // A stall ends only when the client leaves.
      if kind.hasPrefix("stall") { client.shutDownWriting() }
      _ = client.readAll()
      #expect(stage.log.wait { !$0.ends.isEmpty })
      #expect(stage.log.all.outcomes == [expected], "\(kind)")
    }
  }

  @Test("every fault that ends an answer, or writes its own bytes, is among them")
  func complete() throws {
    let known = Set(Self.phrases.map(\.0)).union(Self.silent).union(["cut-body"])
    for kind in FaultCatalog.all {
      let (point, action) = kind.effect(FaultArguments())
      guard !point.isBeforeBodyEnd, !FaultPoint.Kind.over.contains(point.kind), action.endsTheAnswer
      else { continue }
      let name = kind.name.replacing("-before-commit", with: "").replacing(
        "-after-commit", with: "")
      #expect(known.contains(name) || known.contains(kind.name), "\(kind.name)")
    }
  }

  @Test("a cut of the server's own answer says how much was promised")
  func cutBody() throws {
    let stage = try Stage([try .named("cut-body")])
    #expect(stage.post().end == .fin)
    #expect(stage.log.wait { !$0.ends.isEmpty })
    #expect(stage.log.all.outcomes == ["a 200 whose body ended after 5 of 49 bytes"])
  }

  @Test("bytes are read as a client reads them", arguments: bytes)
  func inspect(_ text: String, _ expected: String) {
    #expect(AnswerInspection.inspect(Array(text.utf8))?.phrase(.closed).text == expected)
  }

  @Test("where no byte is written there is no answer")
  func nothing() { #expect(AnswerInspection.inspect([]) == nil) }

  @Test("what is broken is in the log before a byte of it leaves")
  func order() throws {
    let stage = try Stage([try .named("cut-body")])
    #expect(stage.post().end == .fin)
    stage.server.stop()
    #expect(
      stage.log.all.words.suffix(4) == [
        "committed 1 1", "broken 1 bodyCut", "fault 0 1", "ended 1 closed",
      ])
  }

  /// Without a byte.
  private static let silent: Set = [
    "reset", "close", "half-close", "stall", "crash", "crash-between-commit-and-key", "refuse",
  ]

  private static let phrases: [(String, String)] = [
    ("cut-body-before-commit", "a 200 whose body ended after 5 of 60 bytes"),
    ("reset-in-body-before-commit", "a 200 whose body was reset after 5 of 60 bytes"),
    ("reset-in-body-after-commit", "a 200 whose body was reset after 5 of 49 bytes"),
    ("reset-in-status-line", "an answer whose status line was reset after 7 bytes"),
    ("cut-status-line", "an answer whose status line ended after 7 bytes"),
    ("cut-headers", "a 200 whose headers ended after 34 bytes"),
    ("reset-in-headers", "a 200 whose headers were reset after 34 bytes"),
    ("stall-in-headers", "a 200 whose headers stopped after 34 bytes"),
    ("stall-in-body", "a 200 whose body stopped after 5 of 49 bytes"),
    ("stall-before-last-byte", "a 200 whose body stopped after 48 of 49 bytes"),
    ("cut-chunk", "a chunked 200 that ended inside a chunk"),
    ("no-last-chunk", "a chunked 200 that ended before its last chunk"),
    ("http-1.0-cut", "an HTTP/1.0 200 without a length whose body ended after 5 bytes"),
    ("only-continue", "a 100 without a final answer"),
    ("garbage", "19 bytes that are no HTTP answer"),
    ("http-0.9", "8 bytes that are no HTTP answer"),
    ("bad-version", "an answer with an unknown HTTP version"),
    ("bad-status", "an answer whose status is no number"),
    ("bad-chunk-size", "a chunked 200 with a chunk size that is no number"),
    ("bad-content-length", "a 200 with a Content-Length that is no number"),
    ("header-without-colon", "a 200 with a header line that has no colon"),
    ("nul-in-header", "a 200 with a control character in a header"),
    ("long-header", "a 200 with 195 KiB of headers"),
    ("many-headers", "a 200 with 312 KiB of headers"),
  ]

  private static let bytes: [(String, String)] = [
    ("H", "an answer whose status line ended after 1 byte"),
    ("HTTX/1.1 200 OK\r\n\r\n", "19 bytes that are no HTTP answer"),
    ("HTTP/1.1 200 OK\r\n", "a 200 whose headers ended after 17 bytes"),
    ("HTTP/1.1 20 OK\r\n\r\n", "an answer whose status is no number"),
    (
      "HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}",
      "a 503 that was not the server's own"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
      "a 200 with a Content-Length that is no number"
    ),
    (
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n{}",
      "a 201 whose body ended after 2 of 9 bytes"
    ),
    ("HTTP/1.1 200 OK\r\nX: y\r\n\r\nabc", "a 200 without a length whose body ended after 3 bytes"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      "a 200 that was not the server's own"
    ),
  ]
}

extension [ServerObservation] {
  /// The phrase of each request that has no whole answer.
  fileprivate var outcomes: [String] {
    var phrases: [String] = []
    var broken: [RequestNumber: BrokenAnswer] = [:]
    for observation in self {
      switch observation {
      case .answerBroken(let request, let answer): broken[request] = answer
      case .ended(let request, let end):
        phrases.append(broken[request]?.phrase(end).text ?? "\(end)")
      default: break
      }
    }
    return phrases
  }
}
