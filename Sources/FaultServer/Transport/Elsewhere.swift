// Owns: the other origin: who comes there has followed a redirect of this server, since nothing else
// names its port. Does not own: opening it (FaultServer).

import AcceptanceModel

/// Which of the server's two ports a connection came to.
enum Origin: Sendable, Hashable {
  /// The endpoint's.
  case own
  case other
}

extension ConnectionHandler {
  /// Tells what the request took along, then answers it with a page, as a portal or a login would:
  /// nothing in it says that a write was recorded.
  func answerElsewhere(_ head: RequestHead) -> Next {
    let request = core.begin()
    var reader = BodyReader(head.framing)
    if head.expectsContinue, connection.buffer.isEmpty {
      _ = connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }
    let reading = read(&reader, upTo: .max, nil)
    // What has left the client has left it, whether or not the rest comes.
    let body = BodyReading(reader.body, of: head)
    if mustIdentify(head, body), case .foreign(let other) = sender() {
      core.foreign(request, number, other)
    } else {
      core.followed(request, number, head, body)
    }
    if case .end(let ending) = reading { return .end(ending) }
    let answer = Answer(
      status: 200, mediaType: "text/html; charset=utf-8",
      body: Array("<!doctype html><title>Elsewhere</title>".utf8),
      facts: AnswerFacts(status: 200, content: .other))
    let bytes = answer.bytes(
      keepAlive: false, date: core.clock(), forHEAD: head.method == "HEAD"
    ).all
    return .end(connection.write(bytes[...]) == .written ? .finish : .reset)
  }
}
