// Owns: right clients whose sends look unusual on the wire.

import ClientHarness
import OfflineQueue

extension UnusualMode {
  static let lowerCaseHeader = UnusualMode(
    "lower-case-header", "writes the key's header in lower case"
  ) { parts, launch in
    let header = launch.options.keyHeader.lowercased()
    try parts.sendByWire(launch) { $0.keyLine = { "\(header): \($0.text)" } }
  }

  static let quotedKey = UnusualMode(
    "quoted-key", "sends the key as a quoted string, each time"
  ) { parts, launch in
    let header = launch.options.keyHeader
    try parts.sendByWire(launch) { $0.keyLine = { "\(header): \"\($0.text)\"" } }
  }

  static let opaqueKey = UnusualMode(
    "opaque-key", "makes keys that are no UUIDs, with colons and slashes in them"
  ) { parts, _ in
    parts.sources.identifier = {
      "ticket:v1/" + RandomIdentifier.make().filter { $0 != "-" } + "=="
    }
  }

  static let chunkedUpload = UnusualMode(
    "chunked-upload", "sends bodies in chunks, without a length"
  ) { parts, launch in
    try parts.sendByWire(launch) { $0.framing = .chunked }
  }

  static let expectContinue = UnusualMode(
    "expect-continue", "asks with Expect: 100-continue before each body"
  ) { parts, launch in
    try parts.sendByWire(launch) { $0.expectsContinue = true }
  }

  static let keptAlive = UnusualMode(
    "kept-alive", "sends over connections that are kept open"
  ) { parts, launch in
    try parts.sendByWire(launch) { $0.connections = .keptAlive }
  }

  static let probes = UnusualMode(
    "probes", "asks by GET, HEAD and OPTIONS before each send"
  ) { parts, launch in
    let wire = try WireSender(launch)
    parts.replaceSends { request, sender in
      guard let address = Endpoint(launch.environment.endpoint) else { return .failedProbe }
      // Three probes take at most three tenths of the time.
      let limit = request.limited(to: request.timeLimit / 10)
      for method in ["GET", "HEAD", "OPTIONS"] {
        _ = await wire.exchange(.init(method: method, address: address), within: limit)
      }
      return await sender.send(request.limited(to: request.timeLimit * 7 / 10))
    }
  }

  static let bareConnects = UnusualMode(
    "bare-connects", "opens and closes a connection before each send, to warm up"
  ) { parts, launch in
    parts.replaceSends { request, sender in
      guard let address = Endpoint(launch.environment.endpoint) else { return .failedProbe }
      await BareConnect.make(to: address)
      return await sender.send(request)
    }
  }

  static let varyingHeaders = UnusualMode(
    "varying-headers", "sends a date, a trace id and the number of the send in headers"
  ) { parts, launch in
    let ledger = parts.keepLedger()
    let clock = parts.sources.clock
    try parts.sendByWire(launch) { style in
      style.moreLines = { request in
        let trace = RandomIdentifier.make().filter { $0 != "-" }
        return [
          "traceparent: 00-\(trace)-\(trace.prefix(16))-01",
          "X-Attempt: \(ledger.send(of: request.key))",
          "X-Sent-At: \(clock.reading().wall.components.seconds)",
        ]
      }
    }
  }

  static let transportResend = UnusualMode(
    "transport-resend",
    "its transport sends the very same request once more when a connection ends unanswered"
  ) { parts, launch in
    try parts.sendByWire(launch) { $0.resends = true }
  }

  static let partialFirst = UnusualMode(
    "partial-first", "breaks its first upload of a task off in the middle of the body"
  ) { parts, launch in
    let ledger = parts.keepLedger()
    let wire = try WireSender(launch)
    parts.replaceSends { request, sender in
      if ledger.send(of: request.key) == 1, request.redirectedTo == nil,
        let address = Endpoint(launch.environment.endpoint)
      {
        await BareConnect.make(to: address, sending: wire.form(of: request, to: address).half)
      }
      return await sender.send(request)
    }
  }
}

extension SendOutcome {
  /// The endpoint was checked at the start, so this is never seen.
  fileprivate static let failedProbe = SendOutcome.unknown(.notConnected)
}

extension WireForm {
  /// All of the head and half of the body.
  fileprivate var half: [UInt8] {
    head(isKeptAlive: false) + framedBody.prefix(framedBody.count / 2)
  }
}
