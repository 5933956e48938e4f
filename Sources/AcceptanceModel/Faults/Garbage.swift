// Owns: answers that are no HTTP, or wrong HTTP.
// Lenient libraries read some of them all the same: so what they find in there is no success, or a
// client that is right in its own way would be led astray.

extension FaultKind {
  static let garbage: [FaultKind] =
    rawPair(
      "garbage", summary: "answered with bytes that are no HTTP",
      clientSees: "unsupported protocol", "\u{1}\u{2}garbage\r\n\r\nmore\r\n")
    + rawPair(
      "http-0.9", summary: "answered with a body without status line or headers",
      clientSees: "unsupported protocol", #"{"no":1}"#)
    + rawPair(
      "bad-version", summary: "answered as HTTP/7.3", clientSees: "unsupported protocol",
      "HTTP/7.3 200 OK\r\nContent-Length: 8\r\n\r\n{\"no\":1}")
    + rawPair(
      "bad-status", summary: "answered with a status that is no number",
      clientSees: "unsupported protocol", "HTTP/1.1 abc OK\r\nContent-Length: 8\r\n\r\n{\"no\":1}")
    + rawPair(
      "bad-chunk-size", summary: "a chunked answer with a size that is no number",
      clientSees: "receive error",
      head(200, "Transfer-Encoding: chunked") + "zz\r\n{\"no\":1}\r\n0\r\n\r\n")
    + rawPair(
      "bad-content-length", summary: "answered with a Content-Length that is no number",
      clientSees: "weird server reply", head(200, "Content-Length: abc") + #"{"no":1}"#)
    + rawPair(
      "header-without-colon", summary: "answered with a header line that has no colon",
      clientSees: "weird server reply",
      head(200, "no colon here", "Content-Length: 8")
        + #"{"no":1}"#)
    + rawPair(
      "nul-in-header", summary: "answered with a NUL byte in a header",
      clientSees: "weird server reply",
      head(200, "X-Odd: a\0b", "Content-Length: 8")
        + #"{"no":1}"#)
    + pair(
      "long-header", summary: "answered with a header line of 200 kB",
      clientSees: "out of memory, or too large"
    ) { _ in
      .raw(Array(head(200, "X-Long: " + String(repeating: "x", count: 200_000)).utf8))
    }
    + pair(
      "many-headers", summary: "answered with more than 300 kB of headers",
      clientSees: "receive error"
    ) { _ in
      let line = "X-Many: " + String(repeating: "x", count: 990) + "\r\n"
      return .raw(
        Array(("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 320) + "\r\n").utf8))
    }
    + pair(
      "bad-encoding", summary: "a success that claims gzip and is none",
      clientSees: "success with an unreadable body, or a decoding error", duty: .validate
    ) { _ in
      .answer(
        AnswerTemplate(
          status: 200, body: .text("\u{1F}not gzip"), headers: ["Content-Encoding": "gzip"]))
    }
}
