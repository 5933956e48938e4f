// Owns: gathering an answer from libcurl's callbacks. Does not own: judging it (AnswerRules).

import OfflineQueue

/// Used by one thread, the one on which libcurl runs and calls back.
final class AnswerReceiver {
  private let bodyLimit: Int
  private var retryAfter: [String] = []
  private var date: String?
  private var location: String?
  private var body: [UInt8] = []
  /// Whether the empty line after the headers of the last answer came.
  private(set) var headersAreWhole = false
  private(set) var isOverlong = false

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  func answer(status: Int, url: String) -> Answer {
    Answer(
      url: url, status: status, retryAfter: retryAfter, date: date, location: location, body: body,
      bodyIsWhole: !isOverlong)
  }

  /// One line, with its line end. The headers of a `100 Continue` come first, as an answer of
  /// their own; trailers come after the body.
  func take(header line: UnsafeRawBufferPointer) {
    if line.starts(with: "HTTP/".utf8) {
      retryAfter = []
      date = nil
      location = nil
      headersAreWhole = false
      return
    }
    // What comes in a trailer was not promised before the body, so it does not count.
    guard !headersAreWhole else { return }
    if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      headersAreWhole = true
      return
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let value = Self.trimmed(line[(colon + 1)...])
    switch name {
    case "retry-after": retryAfter.append(value)
    case "date": date = value
    case "location": location = value
    default: break
    }
  }

  /// - Returns: False where the body is longer than the limit; what fits is kept.
  func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    let room = bodyLimit - body.count
    body.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isOverlong = true }
    return !isOverlong
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

/// What libcurl calls; its `context` is the `AnswerReceiver` of the transfer.
let receiveBody:
  @convention(c) (
    UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
  ) -> Int = { bytes, size, count, context in
    guard let context else { return 0 }
    let receiver = Unmanaged<AnswerReceiver>.fromOpaque(context).takeUnretainedValue()
    let isTaken = receiver.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return isTaken ? size * count : 0
  }

let receiveHeader:
  @convention(c) (
    UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
  ) -> Int = { bytes, size, count, context in
    guard let context else { return 0 }
    let receiver = Unmanaged<AnswerReceiver>.fromOpaque(context).takeUnretainedValue()
    receiver.take(header: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
  }
