// Owns: what URLSession's sender does that others do not. Answers that stop inside their headers are
// left out: FoundationNetworking ends the process there.

import OfflineQueueURLSession
import Testing

@Suite struct URLSessionSenderTests {
  @Test(
    "an endpoint or a header that could not go out as it stands is refused",
    arguments: ["", "items", "ftp://a/", "file:///etc/passwd", "http://u:p@a/"])
  func unfit(_ endpoint: String) {
    #expect(throws: URLSessionSenderError.unfitEndpoint) {
      try URLSessionWriteSender(endpoint: endpoint)
    }
    #expect(throws: URLSessionSenderError.unfitHeader) {
      try URLSessionWriteSender(
        endpoint: "http://a/", options: .init(headers: [(name: "X", value: "a\r\nY: b")]))
    }
    #expect(throws: URLSessionSenderError.unfitAnswerLimit(0)) {
      try URLSessionWriteSender(endpoint: "http://a/", options: .init(answerByteLimit: 0))
    }
  }
}
