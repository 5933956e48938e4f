// Owns: what libcurl sees of each kind of the catalogue, as measured on Linux with libcurl 7.88 and
// as documented for later versions.

import AcceptanceModel
import StrictJSON

struct FaultCase: Sendable, CustomStringConvertible {
  let name: String
  /// CURLE_… that are right.
  let codes: Set<Int>
  /// 0: no status line was understood.
  let status: Int
  let recordCount: Int
  var ends: [RequestEnd] = []
  var arguments: [String: JSONValue] = [:]
  var selector = FaultSelector.operation(nil, sends: 1...1)
  var keepAlive = false
  var bodyByteCount = 20
  var headers: [String] = []

  /// Whether it takes a second request to act.
  var isAlone: Bool { name == "swap-answers" }

  var description: String { name }

  /// Whether only the client's own limit ends it.
  var timesOut: Bool { codes == [28] }
}

extension FaultCase {
  static let all: [FaultCase] = [
    pair("reset", [56], ends: [.reset]), pair("close", [52], ends: [.closed]),
    pair("half-close", [52], ends: [.closed]), pair("stall", [28], ends: [.peerGone]),
    pair("late-answer", [28], ends: [.peerGone]),
    delayed, cut, garbage, answers, onConnection, special,
  ].flatMap { $0 }

  private static func pair(
    _ name: String, _ codes: Set<Int>, status: Int = 0, ends: [RequestEnd] = [],
    arguments: [String: JSONValue] = [:]
  ) -> [FaultCase] {
    [("before", 0), ("after", 1)].map { form, count in
      FaultCase(
        name: "\(name)-\(form)-commit", codes: codes, status: status, recordCount: count,
        ends: ends, arguments: arguments)
    }
  }

  private static let delayed: [FaultCase] = [
    FaultCase(
      name: "delay-before-commit", codes: [0], status: 200, recordCount: 1,
      arguments: ["ms": .integer(5)]),
    FaultCase(
      name: "delay-after-commit", codes: [0], status: 200, recordCount: 1,
      arguments: ["ms": .integer(5)]),
    FaultCase(
      name: "drip-answer", codes: [0], status: 200, recordCount: 1,
      arguments: ["ms": .integer(1)]),
    FaultCase(
      name: "stall-in-headers", codes: [28], status: 200, recordCount: 1, ends: [.peerGone]),
    FaultCase(name: "stall-in-body", codes: [28], status: 200, recordCount: 1, ends: [.peerGone]),
    FaultCase(
      name: "stall-before-last-byte", codes: [28], status: 200, recordCount: 1,
      ends: [.peerGone]),
  ]

  private static let cut: [FaultCase] = [
    [
      FaultCase(name: "cut-body", codes: [18], status: 200, recordCount: 1, ends: [.closed]),
      FaultCase(
        name: "cut-body-before-commit", codes: [18], status: 200, recordCount: 0,
        ends: [.closed]),
    ],
    pair("cut-status-line", [52, 1], ends: [.closed]),
    pair("reset-in-status-line", [56], ends: [.reset]),
    pair("cut-headers", [0], status: 200, ends: [.closed]),
    pair("reset-in-headers", [56], status: 200, ends: [.reset]),
    pair("reset-in-body", [56], status: 200, ends: [.reset]),
    pair("cut-chunk", [18], status: 200, ends: [.closed]),
    pair("no-last-chunk", [18], status: 200, ends: [.closed]),
    pair("http-1.0-cut", [0], status: 200, ends: [.closed]),
    pair("only-continue", [52], status: 100, ends: [.closed]),
  ].flatMap { $0 }

  private static let garbage: [FaultCase] = [
    pair("garbage", [1], ends: [.closed]), pair("http-0.9", [1], ends: [.closed]),
    pair("bad-version", [1], ends: [.closed]), pair("bad-status", [1, 8], ends: [.closed]),
    pair("bad-chunk-size", [56], status: 200, ends: [.closed]),
    pair("bad-content-length", [8], status: 200, ends: [.closed]),
    pair("header-without-colon", [8], status: 200, ends: [.closed]),
    pair("nul-in-header", [8], status: 200, ends: [.closed]),
    // libcurl before 8.6 says 27, later 56 or 100.
    pair("long-header", [27, 56, 100], status: 200, ends: [.closed]),
    pair("many-headers", [56], status: 200, ends: [.closed]),
    pair("bad-encoding", [0, 61], status: 200),
  ].flatMap { $0 }

  private static let answers: [FaultCase] = [
    [FaultCase(name: "lost-answer", codes: [0], status: 503, recordCount: 1)],
    pair("answer", [0], status: 418, arguments: ["status": .integer(418)]),
    pair("empty-success", [0], status: 200), pair("html-success", [0], status: 200),
    pair("wrong-json", [0], status: 200), pair("error-in-success", [0], status: 200),
    pair("answer-of-another", [0], status: 200), pair("wrong-media-type", [0], status: 200),
    pair("no-content", [0], status: 204), pair("accepted", [0], status: 202),
    pair(
      "busy", [0], status: 429, arguments: ["status": .string("429"), "retryAfter": .string("7")]),
    pair("refused", [0], status: 422), pair("unauthorized", [0], status: 401),
    pair("redirect", [0], status: 308, arguments: ["status": .string("308")]),
    [
      FaultCase(name: "conflict", codes: [0], status: 409, recordCount: 1),
      FaultCase(name: "two-answers", codes: [0], status: 200, recordCount: 1),
      FaultCase(name: "deliver-twice", codes: [0], status: 200, recordCount: 1),
    ],
  ].flatMap { $0 }

  private static let onConnection: [FaultCase] =
    [
      // A reset that comes before curl has looked at its connect is a failed connect to it: 7.
      ("stall-on-accept", [28]), ("reset-on-accept", [7, 56, 55]),
      ("close-on-accept", [52, 56, 55]), ("refuse-on-accept", [7, 56, 55]),
    ].map { name, codes in
      FaultCase(
        name: name, codes: codes, status: 0, recordCount: 0, selector: .connection(1...1))
    }
    + [
      ("reset-after-headers", [56, 55]), ("close-with-body-unread", [52, 56, 55]),
      ("half-close-after-headers", [52]), ("stall-after-headers", [28]), ("zero-window", [28]),
      ("reset-in-upload", [56, 55]), ("close-in-upload", [52, 56, 55]), ("stall-in-upload", [28]),
    ].map { name, codes in
      FaultCase(
        name: name, codes: codes, status: 0, recordCount: 0,
        bodyByteCount: name == "zero-window" ? 8_000_000 : 200_000)
    }
    + [
      ("close-idle", 0), ("reset-idle", 0), ("deaf-idle", 0), ("unasked-answer", 0),
    ].map { name, _ in
      FaultCase(name: name, codes: [0], status: 200, recordCount: 1, keepAlive: true)
    }

  private static let special: [FaultCase] = [
    pair("crash", [56], ends: [.reset]), pair("refuse", [56], ends: [.reset]),
    [
      // The server goes on once the client is dead: the record is made before or after.
      FaultCase(
        name: "kill-client-before-commit", codes: [28], status: 0, recordCount: 1,
        ends: [.peerGone]),
      FaultCase(
        name: "kill-client-after-commit", codes: [28], status: 0, recordCount: 1,
        ends: [.peerGone]),
      // Held until a step releases it: alone with it, the client gives up.
      FaultCase(
        name: "hold-before-commit", codes: [28], status: 0, recordCount: 1, ends: [.peerGone]),
      FaultCase(
        name: "hold-after-commit", codes: [28], status: 0, recordCount: 1, ends: [.peerGone]),
      FaultCase(
        name: "crash-between-commit-and-key", codes: [56], status: 0, recordCount: 1,
        ends: [.reset]),
      FaultCase(
        name: "kill-client-in-answer", codes: [28], status: 200, recordCount: 1,
        ends: [.peerGone]),
      FaultCase(name: "swap-answers", codes: [28], status: 0, recordCount: 1, ends: [.peerGone]),
      FaultCase(
        name: "ignore-expect", codes: [0], status: 200, recordCount: 1,
        headers: ["Expect: 100-continue"]),
      FaultCase(
        // Over 1 MiB libcurl asks by itself, and sends again by itself after a 417.
        name: "refuse-expect", codes: [0], status: 200, recordCount: 1, keepAlive: true,
        bodyByteCount: 1_200_000),
    ],
  ].flatMap { $0 }
}
