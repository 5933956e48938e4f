// Owns: the contract's table, row by row.

import OfflineQueue
import Testing

/// The kind of a ruling, without its words.
private enum Kind: Sendable {
  case done, kept, paused, stopped, redirected

  init(_ reading: ResponseInterpretation) {
    self =
      switch reading {
      case .ruled(.done): .done
      case .ruled(.keep): .kept
      case .ruled(.pause): .paused
      case .ruled(.stop): .stopped
      case .redirected: .redirected
      }
  }
}

private func reading(
  _ answer: Answer, rules: AnswerRules = AnswerRules(), hops: Int = 0
) throws -> ResponseInterpretation {
  rules.reading(
    of: .answered(answer), for: try sampleTask("1"), hops: hops, wall: .seconds(784_111_770))
}

@Suite struct AnswerRulesTests {
  @Test(
    "each status has its ruling",
    arguments: [
      (Kind.done, [200, 201, 203, 206]),
      (.kept, [202, 408, 421, 423, 425, 429, 500, 501, 502, 503, 504, 505, 507, 511, 599]),
      (.kept, [100, 101, 199, 600, 999, 0, -1]),
      (.paused, [401, 403, 407]),
      (.stopped, [400, 402, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 417, 418, 422, 426]),
      (.stopped, [428, 431, 451, 499, 300, 301, 302, 303, 304, 305, 306, 399]),
    ])
  private func statuses(_ kind: Kind, _ statuses: [Int]) throws {
    for status in statuses {
      #expect(Kind(try reading(.sample(status, #"{"id":1}"#))) == kind, "\(status)")
    }
  }

  @Test(
    "whatever ended a send early keeps the task",
    arguments: [
      TransportFailure.notConnected, .timedOut, .cut, .malformed, .aborted, .other(code: 77),
    ])
  func noAnswer(_ failure: TransportFailure) throws {
    let reading = AnswerRules().reading(
      of: .unknown(failure), for: try sampleTask("1"), hops: 0, wall: .zero)
    #expect(Kind(reading) == .kept)
  }

  @Test(
    "a 2xx that is no unambiguous success keeps the task",
    arguments: [
      "", " ", "<html></html>", "[]", #"[{"id":1}]"#, "7", #""id""#, "null", "{}",
      #"{"id":1"#, #"{"id":"#, "{", #"{"id":1}x"#, #"{"id":1,}"#, #"{"id":null}"#,
      #"{"id":1,"error":"no"}"#, #"{"id":1,"error":null}"#, #"{"error":{}}"#,
      #"{"id":1,"key":"key-2"}"#, #"{"id":1,"key":null}"#, #"{"id":1,"key":1}"#,
      #"{"id":1,"marker":"m-2"}"#, #"{"id":1,"marker":""}"#, #"{"id":1,"marker":1}"#,
      #"{"id":1,"id":2}"#, "{\"id\":1,\"x\":\"\u{1}\"}",
    ])
  func doubtful(_ body: String) throws {
    #expect(Kind(try reading(.sample(200, body))) == .kept)
    #expect(Kind(try reading(.sample(201, body))) == .kept)
  }

  @Test(
    "an object with an id that names this write is a success",
    arguments: [
      #"{"id":1}"#, #" {"id":"a","x":[]} "#, #"{"id":0,"key":"key-1"}"#,
      #"{"id":1,"key":"key-1","marker":"m-1","attempts":2,"record_count":1}"#,
    ])
  func success(_ body: String) throws {
    #expect(Kind(try reading(.sample(200, body))) == .done)
  }

  @Test("every part of a success but the whole is doubtful")
  func cuts() throws {
    let whole = #"{"id":1,"key":"key-1","attempts":1,"record_count":1}"#
    for length in 0..<whole.utf8.count {
      #expect(Kind(try reading(.sample(200, String(whole.prefix(length))))) == .kept)
    }
  }

  @Test("an answer that was too long to be read is no success")
  func overlong() throws {
    var answer = Answer.sample(200, #"{"id":1}"#)
    answer.bodyIsWhole = false
    #expect(Kind(try reading(answer)) == .kept)
  }

  @Test("an empty 2xx is a success only where that is said, and 409 is kept only where that is")
  func settings() throws {
    #expect(Kind(try reading(.sample(204))) == .kept)
    #expect(Kind(try reading(.sample(204), rules: AnswerRules(emptySuccess: .success))) == .done)
    let draft = AnswerRules(conflict: .stillInProgress)
    #expect(Kind(try reading(.sample(409), rules: draft)) == .kept)
  }

  @Test(
    "307 and 308 are followed within their origin alone",
    arguments: [
      ("/b?c=d", ResponseInterpretation.redirected(to: "http://127.0.0.1:8080/b?c=d")),
      ("http://127.0.0.1:8080/b", .redirected(to: "http://127.0.0.1:8080/b")),
      ("b", .redirected(to: "http://127.0.0.1:8080/b")),
      ("?x", .redirected(to: "http://127.0.0.1:8080/items?x")),
    ])
  func followed(_ location: String, _ expected: ResponseInterpretation) throws {
    for status in [307, 308] {
      #expect(try reading(.sample(status, location: location)) == expected)
    }
  }

  @Test(
    "a redirect to elsewhere, to nowhere, or one too many stops the task",
    arguments: [
      "http://127.0.0.1:8081/items", "https://127.0.0.1:8080/items", "http://localhost:8080/items",
      "//example.org/items", "http://127.0.0.1:8080@example.org/", "http://u@127.0.0.1:8080/",
      "ftp://127.0.0.1:8080/", "javascript:1", "http:", "http://", "/\\example.org", "/a b",
    ])
  func notFollowed(_ location: String) throws {
    #expect(Kind(try reading(.sample(307, location: location))) == .stopped)
    #expect(Kind(try reading(.sample(308, location: location))) == .stopped)
  }

  @Test("a redirect without a target, and the fourth in a row, stop the task")
  func noTarget() throws {
    #expect(Kind(try reading(.sample(307))) == .stopped)
    #expect(Kind(try reading(.sample(307, location: "/b"), hops: 2)) == .redirected)
    #expect(Kind(try reading(.sample(307, location: "/b"), hops: 3)) == .stopped)
  }

  @Test(
    "Retry-After is a floor in seconds or as a date, and garbage is none",
    arguments: [
      (["2"], Duration.seconds(2)), ([" 007\t"], .seconds(7)), (["0"], .zero),
      (["Sun, 06 Nov 1994 08:49:37 GMT"], .seconds(7)),
      (["Sunday, 06-Nov-94 08:49:37 GMT"], .seconds(7)),
      (["Sun Nov  6 08:49:37 1994"], .seconds(7)),
      (["99999999999999999999999"], .seconds(3_155_760_000)), (["1", "5", "x"], .seconds(5)),
      (["-1"], nil), (["1.5"], nil), (["soon"], nil), ([""], nil), ([], nil), (["１"], nil),
      (["Sun, 06 Nov 1994 08:49:07 GMT"], nil), (["Sun, 32 Nov 1994 08:49:37 GMT"], nil),
      (["Sun, 06 Nov 1994 08:49:37 CET"], nil), (["Sun, 06 Nov 1994 25:49:37 GMT"], nil),
    ])
  func floors(_ values: [String], _ floor: Duration?) throws {
    for status in [200, 202, 429, 500, 503] {
      let reading = try reading(.sample(status, retryAfter: values))
      guard case .ruled(.keep(_, let found)) = reading else {
        Issue.record("\(status) is not kept")
        continue
      }
      #expect(found == floor)
    }
  }

  @Test("a Retry-After date counts from the answer's own Date, so a wrong clock does no harm")
  func ownDate() throws {
    let answer = Answer.sample(
      503, retryAfter: ["Thu, 01 Jan 2026 00:01:00 GMT"], date: "Thu, 01 Jan 2026 00:00:00 GMT")
    guard case .ruled(.keep(_, let floor)) = try reading(answer) else {
      Issue.record("503 is not kept")
      return
    }
    #expect(floor == .seconds(60))
  }

  @Test("no diagnosis quotes the answer, the body or the key")
  func quiet() throws {
    let canary = "canary-7f3a"
    let answers = [
      Answer.sample(200, #"{"error":"canary-7f3a"}"#), .sample(400, canary),
      .sample(307, location: "http://canary-7f3a/"), .sample(503, retryAfter: [canary]),
    ]
    for answer in answers {
      #expect(!"\(try reading(answer))".contains(canary))
      #expect(!"\(try reading(answer))".contains("key-1"))
    }
  }
}
