// Owns: sending by sockets of its own, where a send must look otherwise than libcurl makes it.
// Does not own: the bytes (WireStyle, WireForm) or the exchange (WireExchange).

import ClientHarness
import Dispatch
import OfflineQueue
import Synchronization
import SystemLibrary

final class WireSender: WriteSender {
  private let endpoint: Endpoint
  private let token: String?
  private let style: WireStyle
  /// Open connections without a request on them.
  private let idle = Mutex<[Int32]>([])

  init(
    _ launch: Launch, _ change: (inout WireStyle) -> Void = { _ in }
  ) throws(UsageError) {
    guard let endpoint = Endpoint(launch.environment.endpoint), endpoint.scheme == "http" else {
      throw .unfitVariable("ACCEPTANCE_ENDPOINT", accepted: "an absolute http URL")
    }
    let header = launch.options.keyHeader
    var style = WireStyle(keyLine: { "\(header): \($0.text)" })
    change(&style)
    self.endpoint = endpoint
    self.style = style
    token = launch.environment.token
  }

  func send(_ request: WriteRequest) async -> SendOutcome {
    var target = endpoint
    if let redirected = request.redirectedTo {
      guard let address = Endpoint(redirected), address.hasSameOrigin(as: endpoint) else {
        return .unknown(.aborted)
      }
      target = address
    }
    return await exchange(form(of: request, to: target), within: request)
  }

  func form(of request: WriteRequest, to address: Endpoint) -> WireForm {
    var lines = ["Content-Type: \(request.contentType)", "Accept: application/json"]
    if let line = style.keyLine(request.key) { lines.append(line) }
    if let token { lines.append("Authorization: Bearer \(token)") }
    var form = WireForm(
      method: style.method, address: address, lines: lines + style.moreLines(request),
      body: request.body)
    form.framing = style.framing
    form.expectsContinue = style.expectsContinue
    return form
  }

  /// One exchange, within the time limit of `request`, counted from now.
  func exchange(_ form: WireForm, within request: WriteRequest) async -> SendOutcome {
    let deadline = ContinuousClock.now + request.timeLimit
    let current = CurrentSocket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: self.perform(form, current, deadline))
        }
      }
    } onCancel: {
      current.abort()
    }
  }

  private func perform(
    _ form: WireForm, _ current: CurrentSocket, _ deadline: ContinuousClock.Instant
  ) -> SendOutcome {
    let exchange = WireExchange(
      form: form, isKeptAlive: style.connections == .keptAlive,
      takesCutAnswers: style.takesCutAnswers, deadline: deadline)
    var resends = style.resends
    while true {
      let socket: WireSocket
      do throws(WireEnd) {
        socket = try connection(to: form.address, until: deadline)
        try current.set(socket)
      } catch {
        return .unknown(error.failure)
      }
      let result = exchange.perform(on: socket)
      if result.leavesConnection, let descriptor = socket.release() {
        idle.withLock { $0.append(descriptor) }
      } else {
        socket.end()
      }
      guard resends, result.isUnanswered, ContinuousClock.now < deadline else {
        return result.outcome
      }
      resends = false
    }
  }

  private func connection(
    to address: Endpoint, until deadline: ContinuousClock.Instant
  ) throws(WireEnd) -> WireSocket {
    while address.hasSameOrigin(as: endpoint), let descriptor = idle.withLock({ $0.popLast() }) {
      // Readable while nothing was asked: closed by the server.
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, 0) == 0 { return WireSocket(descriptor) }
      close(descriptor)
    }
    return try WireSocket(to: address, until: deadline)
  }
}

/// The socket of an exchange under way, for whoever cancels it.
private final class CurrentSocket: Sendable {
  private struct Contents {
    var socket: WireSocket?
    var isAborted = false
  }

  private let contents = Mutex(Contents())

  func set(_ socket: WireSocket) throws(WireEnd) {
    let isAborted = contents.withLock { contents in
      contents.socket = socket
      return contents.isAborted
    }
    if isAborted { throw .aborted }
  }

  func abort() {
    let socket = contents.withLock { contents in
      contents.isAborted = true
      return contents.socket
    }
    socket?.abort()
  }
}

extension ClientParts {
  mutating func sendByWire(_ launch: Launch, _ change: (inout WireStyle) -> Void) throws {
    sender = try WireSender(launch, change)
  }
}
