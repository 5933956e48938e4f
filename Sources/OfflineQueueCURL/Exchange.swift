// Owns: one request and its answer on one connection, driven by libcurl on the calling thread.
// Does not own: which bytes are sent (CURLWriteSender) or read (AnswerReceiver).

import CLibCURL
import OfflineQueue
import Synchronization

final class Exchange: Sendable {
  /// libcurl's multi handle while it runs: the interface that another thread may wake up, so that
  /// an abort closes the connection now and not at the next timeout.
  private struct Running {
    /// Used outside the lock by the performing thread alone; here only to wake it up.
    nonisolated(unsafe) var multi: OpaquePointer?
    var isAborted = false
  }

  private let form: RequestForm
  private let deadline: ContinuousClock.Instant
  private let running = Mutex(Running())

  init(_ form: RequestForm, deadline: ContinuousClock.Instant) {
    self.form = form
    self.deadline = deadline
  }

  /// Callable from any thread at any time, also before and after `perform`.
  func abort() {
    running.withLock { running in
      running.isAborted = true
      if let multi = running.multi { _ = curl_multi_wakeup(UnsafeMutableRawPointer(multi)) }
    }
  }

  /// Blocks until the answer is whole, or there will be none; the connection is closed then.
  func perform() -> SendOutcome {
    guard let easy = curl_easy_init() else { return .unknown(.notConnected) }
    defer { curl_easy_cleanup(easy) }
    guard let multi = curl_multi_init() else { return .unknown(.notConnected) }
    defer { curl_multi_cleanup(multi) }
    let receiver = AnswerReceiver(bodyLimit: form.answerByteLimit)
    return withExtendedLifetime(receiver) {
      form.body.withUnsafeBytes { body in
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for line in form.headers {
          guard let longer = curl_slist_append(headers, line) else {
            return .unknown(.notConnected)
          }
          headers = longer
        }
        let status = configure(easy, body: body, headers: headers, receiver: receiver)
        guard status == CURLE_OK else { return .unknown(.other(code: Int(status.rawValue))) }
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
          return .unknown(.notConnected)
        }
        defer { curl_multi_remove_handle(multi, easy) }
        let end = run(multi)
        return outcome(end, easy, receiver)
      }
    }
  }

  private enum End {
    case finished(CURLcode)
    case aborted
    case timedOut
  }

  private func run(_ multi: UnsafeMutableRawPointer) -> End {
    let isAborted = running.withLock { running in
      running.multi = OpaquePointer(multi)
      return running.isAborted
    }
    defer { running.withLock { $0.multi = nil } }
    if isAborted { return .aborted }
    while true {
      var active: Int32 = 0
      let status = curl_multi_perform(multi, &active)
      var result = CURLE_OK
      if clibcurl_finished(multi, &result) != 0 { return .finished(result) }
      guard status == CURLM_OK, active > 0 else { return .finished(CURLE_RECV_ERROR) }
      if running.withLock({ $0.isAborted }) { return .aborted }
      let left = deadline - ContinuousClock.now
      guard left > .zero else { return .timedOut }
      // At most a second, so that a broken clock inside libcurl could not stall this for long.
      _ = curl_multi_poll(multi, nil, 0, Int32(min(left.milliseconds + 1, 1000)), nil)
    }
  }

  private func outcome(
    _ end: End, _ easy: UnsafeMutableRawPointer, _ receiver: AnswerReceiver
  ) -> SendOutcome {
    switch end {
    case .aborted: return .unknown(.aborted)
    case .timedOut: return .unknown(.timedOut)
    case .finished(let code):
      // The receiver ends a body that is too long by refusing it; the answer is known by then.
      guard code == CURLE_OK || receiver.isOverlong else {
        return .unknown(TransportFailure(code))
      }
      var status = 0
      guard clibcurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK else {
        return .unknown(.malformed)
      }
      // libcurl reports success, with the status, where the connection ends inside the headers.
      guard receiver.headersAreWhole else { return .unknown(.cut) }
      return .answered(receiver.answer(status: status, url: form.url))
    }
  }
}

// MARK: - Options

extension Exchange {
  private func configure(
    _ easy: UnsafeMutableRawPointer, body: UnsafeRawBufferPointer,
    headers: UnsafeMutablePointer<curl_slist>?, receiver: AnswerReceiver
  ) -> CURLcode {
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    // An empty body must still be a POST with Content-Length 0, so never a nil pointer.
    let noBytes = UnsafeRawPointer(context)
    let steps: [CURLcode] = [
      clibcurl_set_http_only(easy),
      clibcurl_set_text(easy, CURLOPT_URL, form.url),
      clibcurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      clibcurl_set_long(easy, CURLOPT_HTTP09_ALLOWED, 0),
      clibcurl_set_long(easy, CURLOPT_POST, 1),
      clibcurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)),
      clibcurl_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress ?? noBytes),
      clibcurl_set_pointer(easy, CURLOPT_HTTPHEADER, headers),
      clibcurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0),
      clibcurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1),
      clibcurl_set_long(easy, CURLOPT_FORBID_REUSE, 1),
      clibcurl_set_long(easy, CURLOPT_NOSIGNAL, 1),
      clibcurl_set_long(easy, CURLOPT_PATH_AS_IS, 1),
      // Set, even to nothing: unset, the environment's proxies would count.
      clibcurl_set_text(easy, CURLOPT_PROXY, form.proxy),
      clibcurl_set_long(
        easy, CURLOPT_TIMEOUT_MS, max((deadline - ContinuousClock.now).milliseconds, 1)),
      clibcurl_set_long(
        easy, CURLOPT_CONNECTTIMEOUT_MS, max((deadline - ContinuousClock.now).milliseconds, 1)),
      clibcurl_set_receiver(easy, CURLOPT_WRITEFUNCTION, receiveBody),
      clibcurl_set_pointer(easy, CURLOPT_WRITEDATA, context),
      clibcurl_set_receiver(easy, CURLOPT_HEADERFUNCTION, receiveHeader),
      clibcurl_set_pointer(easy, CURLOPT_HEADERDATA, context),
    ]
    return steps.first { $0 != CURLE_OK } ?? CURLE_OK
  }
}

extension TransportFailure {
  init(_ code: CURLcode) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
      CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION:
      self = .notConnected
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: self = .cut
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: self = .malformed
    default: self = .other(code: Int(code.rawValue))
    }
  }
}

extension Duration {
  /// Rounded down; at most what a `long` of libcurl holds everywhere.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
