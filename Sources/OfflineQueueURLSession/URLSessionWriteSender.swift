// Owns: what each send looks like to URLSession. Does not own: the exchange (SendDelegate), what an
// answer means and when to send again (OfflineQueue).

import Foundation
import OfflineQueue

/// Sends each write as one POST through `URLSession`, for apps on Apple's systems.
///
/// Each send has a session of its own, which is invalidated when the send has ended:
///
/// - No connection is used a second time. On one that is kept alive `URLSession` may send a request
///   again by itself when it turns out to be dead, and an app never learns of it.
/// - Redirects are reported, not followed. By default `URLSession` turns a POST that is answered
///   301, 302 or 303 into a GET without a body, and takes the key along to any other host.
/// - There is no cache, no cookie and no stored credential, so no answer comes from the device and
///   a 401 is not answered behind the queue's back.
/// - It does not wait for connectivity: waiting is the queue's business, and `URLSession`'s waiting
///   ends when the process does.
///
/// Not for background sessions: they send again by themselves until `timeoutIntervalForResource`
/// (a week), follow redirects always, and go on after the app's end, so that the next launch sends
/// beside them. The queue's lease is meant for senders that end with their process.
///
/// On Linux, FoundationNetworking ends the process (SIGILL) where an answer stops inside its
/// headers; `OfflineQueueCURL` is the sender for that platform.
public final class URLSessionWriteSender: WriteSender {
  public struct Options: Sendable {
    /// The header that carries the key.
    public var keyHeader: String
    /// Further headers of each send, e.g. an API version; values are visible ASCII and blanks.
    /// `URLSession` sets `Connection`, `Content-Length`, `Host`, `Proxy-Authenticate`,
    /// `Proxy-Authorization` and `WWW-Authenticate` itself and may drop them here.
    public var headers: [(name: String, value: String)]
    /// Asked before each send, so that a fresh credential is used; sent as `Authorization:
    /// Bearer`. Never stored, and never sent to another origin. `nil` sends none.
    public var bearerToken: @Sendable () -> String?
    /// Whether the proxy of the system's settings is used. A proxy may send a request again or
    /// answer in the server's place, so it must be asked for. FoundationNetworking uses the
    /// environment's `http_proxy` whatever this says.
    public var usesSystemProxy: Bool
    /// Whether a send may use a network that costs: cellular, a hotspot, Low Data Mode. Without
    /// one it ends as `.unknown(.notConnected)`. No effect on Linux.
    public var usesExpensiveNetworks: Bool
    /// Of an answer's body, more is not read: what proves a success is short.
    public var answerByteLimit: Int

    public init(
      keyHeader: String = "Idempotency-Key", headers: [(name: String, value: String)] = [],
      bearerToken: @escaping @Sendable () -> String? = { nil }, usesSystemProxy: Bool = false,
      usesExpensiveNetworks: Bool = true, answerByteLimit: Int = 65_536
    ) {
      self.keyHeader = keyHeader
      self.headers = headers
      self.bearerToken = bearerToken
      self.usesSystemProxy = usesSystemProxy
      self.usesExpensiveNetworks = usesExpensiveNetworks
      self.answerByteLimit = answerByteLimit
    }
  }

  private let endpoint: Endpoint
  private let options: Options

  /// - Parameter endpoint: An absolute `http` or `https` URL without user name. `http` needs
  ///   `NSAllowsLocalNetworking` (loopback) or an exception in the app's Info.plist, or every send
  ///   ends as `.unknown(.notConnected)`.
  /// - Throws: `URLSessionSenderError` where a value could not be sent unchanged.
  public init(endpoint: String, options: Options = Options()) throws(URLSessionSenderError) {
    guard let address = Endpoint(endpoint), URL(string: address.text) != nil else {
      throw .unfitEndpoint
    }
    self.endpoint = address
    self.options = options
    let fixed = options.headers + [(name: options.keyHeader, value: "")]
    guard fixed.allSatisfy({ HeaderLine.isFit(name: $0.name, value: $0.value) }) else {
      throw .unfitHeader
    }
    guard options.answerByteLimit > 0 else { throw .unfitAnswerLimit(options.answerByteLimit) }
  }

  public func send(_ request: WriteRequest) async -> SendOutcome {
    guard let form = form(of: request) else { return .unknown(.aborted) }
    let delegate = SendDelegate(answerByteLimit: options.answerByteLimit)
    let session = URLSession(
      configuration: configuration(limit: request.timeLimit), delegate: delegate,
      delegateQueue: nil)
    return await withTaskCancellationHandler {
      await delegate.outcome(of: form, in: session, within: request.timeLimit)
    } onCancel: {
      delegate.abort()
    }
  }

  /// `nil` where the queue names a URL of another origin: key and credential never go there.
  private func form(of request: WriteRequest) -> URLRequest? {
    let write = OutgoingWrite(
      request, to: endpoint, keyHeader: options.keyHeader, headers: options.headers,
      token: options.bearerToken())
    guard let write, let url = URL(string: write.address.text) else { return nil }
    var form = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData,
      timeoutInterval: request.timeLimit.inSeconds)
    form.httpMethod = "POST"
    // Data, never a stream: a stream has no length, and its body can be asked for a second time.
    form.httpBody = Data(request.body)
    form.httpShouldHandleCookies = false
    for header in write.headers { form.setValue(header.value, forHTTPHeaderField: header.name) }
    return form
  }

  private func configuration(limit: Duration) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    // The first restarts with every byte, the second is for all together.
    configuration.timeoutIntervalForRequest = limit.inSeconds
    configuration.timeoutIntervalForResource = limit.inSeconds
    URLSessionPlatform.adapt(
      configuration, usesSystemProxy: options.usesSystemProxy,
      usesExpensiveNetworks: options.usesExpensiveNetworks)
    return configuration
  }
}

public enum URLSessionSenderError: Error, Sendable, Hashable, CustomStringConvertible {
  case unfitEndpoint
  case unfitHeader
  case unfitAnswerLimit(Int)

  public var description: String {
    switch self {
    case .unfitEndpoint:
      "the endpoint is not usable; it must be an absolute http or https URL of visible ASCII "
        + "without user name"
    case .unfitHeader:
      "a header is not usable; names must be visible ASCII without colon, values visible ASCII "
        + "and blanks"
    case .unfitAnswerLimit(let limit): "answerByteLimit is \(limit); it must be positive"
    }
  }
}

extension Duration {
  fileprivate var inSeconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
