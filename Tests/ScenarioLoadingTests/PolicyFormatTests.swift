// Owns: what a message says, word for word and place for place, of a server, answers, redaction or known failures that are wrong.

import Testing

@Suite struct PolicyFormatTests {
  @Test("a wrong server, wrong answers or redaction", arguments: policy)
  func policyComplaints(_ marked: String, _ sentence: String) { expectComplaint(marked, sentence) }

  private static let policy: [(String, String)] = [
    (
      Around.server(#""key": {"header": «"Host"}"#),
      "\"header\" must be a header name, none of HTTP's own such as Host or "
        + "Content-Type, at most 100 characters; found \"Host\""
    ),
    (
      Around.server(#""key": {"header": «"transfer-ENCODING"}"#),
      "\"header\" must be a header name, none of HTTP's own such as Host or "
        + "Content-Type, at most 100 characters; "
        + "found \"transfer-ENCODING\""
    ),
    (
      Around.server(#""profile": «"strpe""#),
      "unknown profile \"strpe\"; did you mean \"stripe\"?"
    ),
    (
      Around.server(#""method": «"GET""#),
      "unknown method \"GET\"; accepted are \"POST\", \"PUT\", \"PATCH\" and \"DELETE\""
    ),
    (
      Around.server(#""path": «"items""#),
      "\"path\" must be a path that starts with / in visible ASCII without #, "
        + "at most 1024 characters; found \"items\""
    ),
    (
      Around.server(#""key": «true"#),
      "\"key\" must be \"none\" or an object; found a boolean"
    ),
    (
      Around.server(#""key": «{}"#),
      "\"key\" needs exactly one of \"header\" and \"field\"; found none"
    ),
    (
      Around.server(#""key": {"header": «"Idempotency Key"}"#),
      "\"header\" must be a header name, none of HTTP's own such as Host or Content-Type, "
        + "at most 100 characters; found \"Idempotency Key\""
    ),
    (
      Around.server(#""key": «"header""#),
      "unknown place of a key \"header\"; only \"none\" is accepted"
    ),
    (
      Around.server(#""body": «"xml""#),
      "unknown kind of body \"xml\"; accepted are \"json\", \"form\", \"multipart\", "
        + "\"bytes\" and \"batch\""
    ),
    (
      Around.server(#""firstAnswer": {"lost": «200}"#),
      "\"lost\" must be a whole number from 400 to 599; found 200"
    ),
    (
      Around.server(#""keySpelling": «"double""#),
      "unknown spelling of keys \"double\"; accepted are \"any\", \"quoted\" and \"bare\""
    ),
    (
      Around.server(#""inProgress": «409"#),
      "\"inProgress\" must be \"process\" or \"hold\" or an object; found 409"
    ),
    (
      Around.server(#""inProgress": {"refuse": «200}"#),
      "\"refuse\" must be a whole number from 400 to 599; found 200"
    ),
    (
      Around.server(#""retentionS": «0"#),
      "\"retentionS\" must be a whole number from 1 to 315360000; found 0"
    ),
    (
      Around.server(#""routes": [«{"method": "POST"}]"#),
      "a route needs \"path\": a path that starts with / in visible ASCII without #, "
        + "at most 1024 characters"
    ),
    (
      Around.server(#""successAnswer": {"headers": {«"Date": "x"}}"#),
      "each name in \"headers\" must be the name of a header that the server does not set itself, "
        + "at most 100 characters; found \"Date\""
    ),
    (
      Around.server(#""successStatus": «404"#),
      "\"successStatus\" must be a whole number from 200 to 299; found 404"
    ),
    (
      Around.server(#""keepAlive": «"yes""#),
      "\"keepAlive\" must be true or false; found a string"
    ),
    (
      Around.file(#""answers": {«"99": "keep"}"#),
      "each name in \"answers\" must be a status from 200 to 599, at most 3 characters; found \"99\""
    ),
    (
      Around.file(#""answers": {"409": «"kep"}"#),
      "unknown duty \"kep\"; did you mean \"keep\"?"
    ),
    (
      Around.file(#""redaction": {"safeKeyShapes": [«"guid"]}"#),
      "unknown key shape \"guid\"; did you mean \"uuid\"?"
    ),
    (
      Around.file(#""redaction": {"publicFields": «"attempts"}"#),
      "\"publicFields\" must be an array of at most 100 field names; found a string"
    ),
    (
      Around.file(#""knownFailures": [{"scenario": "one", "code": «"key-chnged", "reason": "r"}]"#),
      "unknown finding code \"key-chnged\"; did you mean \"key-changed\"?"
    ),
    (
      Around.file(
        #""knownFailures": [«{"scenario": "oen", "code": "key-changed", "reason": "r"}]"#),
      "unknown scenario \"oen\" in a known failure; did you mean \"one\"?"
    ),
    (
      Around.file(#""knownFailures": [«{"scenario": "one", "code": "key-changed"}]"#),
      "a known failure needs \"reason\": a string of 1 to 500 characters"
    ),
    (
      Around.file(
        #"""
        "knownFailures": [{"scenario": "one", "code": "key-changed", "reason": "r"},
         «{"scenario": "one", "code": "key-changed", "reason": "s"}]
        """#),
      "the known failure \"key-changed\" of \"one\" stands there already"
    ),
  ]
}
