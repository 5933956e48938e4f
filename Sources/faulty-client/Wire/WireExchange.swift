// Owns: one request and its answer on one connection, on the calling thread.

import OfflineQueue

struct WireExchange {
  /// How long a body waits for `100 Continue`: a server that does not know it stays silent.
  private static let patience: Duration = .milliseconds(200)

  let form: WireForm
  let isKeptAlive: Bool
  let takesCutAnswers: Bool
  let deadline: ContinuousClock.Instant

  struct Result {
    let outcome: SendOutcome
    /// Whether the connection can carry another request.
    var leavesConnection = false
    /// Whether it ended before the first byte of an answer.
    var isUnanswered = false
  }

  func perform(on socket: WireSocket) -> Result {
    var answer = WireAnswer(to: form.method)
    do throws(WireEnd) {
      let isEarly = try write(to: socket, &answer)
      if !isEarly { try readAll(from: socket, &answer) }
      return Result(
        outcome: .answered(try answer.answer(url: form.address.text)),
        leavesConnection: isKeptAlive && !isEarly && answer.leavesConnection)
    } catch {
      if takesCutAnswers, let status = answer.status, (200..<300).contains(status) {
        return Result(outcome: .success)
      }
      return Result(
        outcome: .unknown(error.failure),
        isUnanswered: error == .cut && answer.isUntouched)
    }
  }

  /// - Returns: Whether a whole answer came before the body was sent.
  private func write(to socket: WireSocket, _ answer: inout WireAnswer) throws(WireEnd) -> Bool {
    let head = form.head(isKeptAlive: isKeptAlive)
    guard form.expectsContinue else {
      do throws(WireEnd) {
        try socket.write(head + form.framedBody, until: deadline)
      } catch .cut {
        // The server may have answered without reading to the end.
      }
      return false
    }
    try socket.write(head, until: deadline)
    let patience = min(deadline, .now + Self.patience)
    do throws(WireEnd) {
      while true {
        let bytes = try socket.read(until: patience)
        if bytes.isEmpty { throw .cut }
        switch try answer.take(bytes) {
        case .whole: return true
        case .mayContinue:
          try socket.write(form.framedBody, until: deadline)
          return false
        case .incomplete: continue
        }
      }
    } catch .timedOut {
      try socket.write(form.framedBody, until: deadline)
      return false
    }
  }

  private func readAll(
    from socket: WireSocket, _ answer: inout WireAnswer
  ) throws(WireEnd) {
    while true {
      let bytes = try socket.read(until: deadline)
      let progress = try bytes.isEmpty ? answer.atEnd() : answer.take(bytes)
      if progress == .whole { return }
    }
  }
}
