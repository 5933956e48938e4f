// Owns: one request and its answer, gathered from URLSession's calls. Does not own: which bytes are
// sent (URLSessionWriteSender), or what an error says (TransportFailure's own file here).

import Foundation
import OfflineQueue
import Synchronization

/// Sendable by hand: all that changes is in `state`, behind its lock.
final class SendDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct State {
    var answer: Answer?
    var session: URLSession?
    var deadline: Task<Void, Never>?
    var waiter: CheckedContinuation<SendOutcome, Never>?
    /// The first end decides; what URLSession says after it is about its own cancellation.
    var outcome: SendOutcome?
  }

  private let answerByteLimit: Int
  private let state = Mutex(State())

  init(answerByteLimit: Int) { self.answerByteLimit = answerByteLimit }

  /// Sends, and returns once with how it ended. The session is invalidated then.
  func outcome(
    of request: URLRequest, in session: URLSession, within limit: Duration
  ) async -> SendOutcome {
    let deadline = Task { [weak self] in
      do { try await Task.sleep(for: limit) } catch { return }
      self?.end(.unknown(.timedOut))
    }
    return await withCheckedContinuation { waiter in
      let early = state.withLock { state in
        state.session = session
        state.deadline = deadline
        if state.outcome == nil { state.waiter = waiter }
        return state.outcome
      }
      if let early {
        close(session, deadline)
        return waiter.resume(returning: early)
      }
      session.dataTask(with: request).resume()
    }
  }

  /// Callable from any thread at any time, also before and after `outcome`.
  func abort() { end(.unknown(.aborted)) }

  private func end(_ outcome: SendOutcome) {
    let ended = state.withLock { state -> State? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { (state.session, state.deadline, state.waiter) = (nil, nil, nil) }
      return state
    }
    guard let ended else { return }
    close(ended.session, ended.deadline)
    ended.waiter?.resume(returning: outcome)
  }

  private func close(_ session: URLSession?, _ deadline: Task<Void, Never>?) {
    deadline?.cancel()
    // Closes the connection, and lets go of this delegate.
    session?.invalidateAndCancel()
  }

  // MARK: - URLSession's calls

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The redirect itself is the answer.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    switch challenge.protectionSpace.authenticationMethod {
    case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTMLForm:
      // A stored credential would send the write a second time. The 401 is the answer, without its
      // body: rejecting the challenge would bring the body too, but FoundationNetworking takes
      // that for a cancelled task.
      let response = challenge.failureResponse as? HTTPURLResponse
      let answer = response.map { Self.answer($0, to: task) } ?? state.withLock { $0.answer }
      completionHandler(.cancelAuthenticationChallenge, nil)
      end(answer.map { .answered($0) } ?? .unknown(.malformed))
    default: completionHandler(.performDefaultHandling, nil)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      completionHandler(.cancel)
      return end(.unknown(.malformed))
    }
    let answer = Self.answer(response, to: dataTask)
    state.withLock { $0.answer = answer }
    completionHandler(.allow)
  }

  private static func answer(_ response: HTTPURLResponse, to task: URLSessionTask) -> Answer {
    Answer(
      url: task.originalRequest?.url?.absoluteString ?? "", status: response.statusCode,
      retryAfter: response.value(forHTTPHeaderField: "Retry-After").map { [$0] } ?? [],
      date: response.value(forHTTPHeaderField: "Date"),
      location: response.value(forHTTPHeaderField: "Location"))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let overlong = state.withLock { state -> Answer? in
      guard var answer = state.answer else { return nil }
      let room = answerByteLimit - answer.body.count
      answer.body += data.prefix(room)
      if data.count > room { answer.bodyIsWhole = false }
      state.answer = answer
      return answer.bodyIsWhole ? nil : answer
    }
    if let overlong { end(.answered(overlong)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { return end(.unknown(TransportFailure(error))) }
    let answer = state.withLock { $0.answer }
    end(answer.map { .answered($0) } ?? .unknown(.cut))
  }
}
