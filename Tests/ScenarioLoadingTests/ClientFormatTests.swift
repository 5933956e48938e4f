// Owns: what a message says, word for word and place for place, of a client that is wrong.

import Testing

@Suite struct ClientFormatTests {
  @Test("a wrong client", arguments: client)
  func clientComplaints(_ marked: String, _ sentence: String) { expectComplaint(marked, sentence) }

  private static let client: [(String, String)] = [
    (Around.file(client: "«3"), "\"client\" must be an object; found 3"),
    (
      Around.file(client: "«{}"),
      "\"client\" needs exactly one of \"command\", \"verbs\" and \"app\"; found none"
    ),
    (
      Around.file(client: #"{"command": «"queue-client --store x"}"#),
      "\"command\" must be an argv array such as [\"{bin}/queue-client\", \"--store\"]; "
        + "found one string, and no shell is there to split it"
    ),
    (
      Around.file(client: #"{"command": «[]}"#),
      "\"command\" must be an array of 1 to 256 arguments; found an empty one"
    ),
    (
      Around.file(client: #"{"command": «[""]}"#),
      "element 1 of \"command\" must name a program; found an empty string"
    ),
    (
      Around.file(client: #"{"command": ["c", «7]}"#),
      "element 2 of \"command\" must be a string of 0 to 4096 characters; found 7"
    ),
    (
      Around.file(client: #"{"command": ["c", «"secret\u0000"]}"#),
      "element 2 of \"command\" holds a NUL character; no process can be given it"
    ),
    (
      Around.client(#""driver": «"jsonn""#),
      "unknown driver \"jsonn\"; did you mean \"jsonl\"?"
    ),
    (
      Around.client(#""driver": «"telepathy""#),
      "unknown driver \"telepathy\"; accepted are \"jsonl\", \"command\" and \"simctl\""
    ),
    (
      Around.client(#""environment": {"K": «1}"#),
      "\"K\" in \"environment\" must be a string of 0 to 4096 characters; found 1"
    ),
    (
      Around.client(#""environment": {«"ACCEPTANCE_HOME": "secret"}"#),
      "each name in \"environment\" must be a variable's name (letters, digits and _, "
        + "no ACCEPTANCE_ in front), at most 100 characters; found \"ACCEPTANCE_HOME\""
    ),
    (
      Around.client(#""environment": {"K": «"\#(String(repeating: "s", count: 4097))"}"#),
      "\"K\" in \"environment\" must be a string of 0 to 4096 characters; found 4097"
    ),
    (
      Around.client(#""limits": {"retryCapMs": «0}"#),
      "\"retryCapMs\" must be a whole number from 1 to 3600000; found 0"
    ),
    (
      Around.client(#""limits": {"leaseMs": «2.5}"#),
      "\"leaseMs\" must be a whole number from 0 to 3600000; found 2.5"
    ),
    (
      Around.client(#""limits": {"quitMs": «1e3}"#),
      "\"quitMs\" must be a whole number from 1 to 600000; found 1e3"
    ),
    (
      Around.client(#""limits": {«"leaseS": 2}"#),
      "unknown key \"leaseS\" in \"limits\"; did you mean \"leaseMs\"?"
    ),
    (
      Around.client(#""limits": {"retries": «"sync"}"#),
      "unknown way to retry \"sync\"; did you mean \"onSync\"?"
    ),
    (
      Around.client(#""okExit": [«256]"#),
      "element 1 of \"okExit\" must be a whole number from 0 to 255; found 256"
    ),
    (
      Around.client(#""okExit": [0, «0]"#),
      "this element of \"okExit\" stands there already"
    ),
  ]
}
