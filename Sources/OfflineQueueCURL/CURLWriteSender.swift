// Owns: what each send looks like on the wire. Does not own: driving libcurl (Exchange), or what
// an answer means and when to send again (OfflineQueue).

import CLibCURL
import OfflineQueue

/// Sends each write as one HTTP/1.1 POST on a connection of its own, through libcurl.
///
/// The write goes out once per call: connections are never reused, because libcurl sends a request
/// again by itself when a reused one turns out to be dead, and no `Expect` is sent, because it
/// does the same on 417. Redirects are reported, not followed.
public final class CURLWriteSender: WriteSender {
  public struct Options: Sendable {
    /// The header that carries the key.
    public var keyHeader: String
    /// Further headers of each send, e.g. an API version; values are visible ASCII and blanks.
    public var headers: [(name: String, value: String)]
    /// Asked before each send, so that a fresh credential is used; sent as `Authorization:
    /// Bearer`. Never stored, and never sent to another origin. `nil` sends none.
    public var bearerToken: @Sendable () -> String?
    /// A proxy's URL; `nil` goes straight to the server. The environment (`http_proxy`, …) is
    /// never used: a proxy may send a request again or answer in the server's place, so it must
    /// be asked for.
    public var proxy: String?
    /// Of an answer's body, more is not read: what proves a success is short.
    public var answerByteLimit: Int

    public init(
      keyHeader: String = "Idempotency-Key", headers: [(name: String, value: String)] = [],
      bearerToken: @escaping @Sendable () -> String? = { nil }, proxy: String? = nil,
      answerByteLimit: Int = 65_536
    ) {
      self.keyHeader = keyHeader
      self.headers = headers
      self.bearerToken = bearerToken
      self.proxy = proxy
      self.answerByteLimit = answerByteLimit
    }
  }

  private let endpoint: Endpoint
  private let options: Options

  /// - Parameter endpoint: An absolute `http` or `https` URL without user name.
  /// - Throws: `CURLSenderError` where a value could not be sent unchanged.
  public init(endpoint: String, options: Options = Options()) throws(CURLSenderError) {
    guard let address = Endpoint(endpoint) else { throw .unfitEndpoint }
    self.endpoint = address
    self.options = options
    let fixed = options.headers + [(name: options.keyHeader, value: "")]
    guard fixed.allSatisfy({ HeaderLine.isFit(name: $0.name, value: $0.value) }) else {
      throw .unfitHeader
    }
    guard options.answerByteLimit > 0 else { throw .unfitAnswerLimit(options.answerByteLimit) }
    let status = Self.globalStart
    guard status == CURLE_OK else { throw .unusableLibrary(code: Int(status.rawValue)) }
  }

  public func send(_ request: WriteRequest) async -> SendOutcome {
    let start = ContinuousClock.now
    guard let form = form(of: request) else { return .unknown(.aborted) }
    let exchange = Exchange(form, deadline: start + request.timeLimit)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRunning = SendThread.run { continuation.resume(returning: exchange.perform()) }
        if !isRunning { continuation.resume(returning: .unknown(.notConnected)) }
      }
    } onCancel: {
      exchange.abort()
    }
  }

  /// `nil` where the queue names a URL of another origin: key and credential never go there.
  private func form(of request: WriteRequest) -> RequestForm? {
    let write = OutgoingWrite(
      request, to: endpoint, keyHeader: options.keyHeader, headers: options.headers,
      token: options.bearerToken())
    guard let write else { return nil }
    return RequestForm(
      url: write.address.text,
      headers: write.headers.map { "\($0.name): \($0.value)" } + ["Expect:"],
      body: request.body, proxy: options.proxy ?? "", answerByteLimit: options.answerByteLimit)
  }

  /// Once per process, and thread-safe since it is a static.
  private static let globalStart: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
}

/// A request with all its text in place.
struct RequestForm: Sendable {
  let url: String
  let headers: [String]
  let body: [UInt8]
  /// Empty for none.
  let proxy: String
  let answerByteLimit: Int
}

public enum CURLSenderError: Error, Sendable, Hashable, CustomStringConvertible {
  case unfitEndpoint
  case unfitHeader
  case unfitAnswerLimit(Int)
  case unusableLibrary(code: Int)

  public var description: String {
    switch self {
    case .unfitEndpoint:
      "the endpoint is not usable; it must be an absolute http or https URL of visible ASCII "
        + "without user name"
    case .unfitHeader:
      "a header is not usable; names must be visible ASCII without colon, values visible ASCII "
        + "and blanks"
    case .unfitAnswerLimit(let limit): "answerByteLimit is \(limit); it must be positive"
    case .unusableLibrary(let code): "libcurl can't be started: code \(code)"
    }
  }
}
