// Owns: bytes → one HTTP/1.1 answer, as they come. Does not own: reading them (WireExchange).

import OfflineQueue

struct WireAnswer {
  enum Progress: Equatable {
    case incomplete
    /// An interim answer to `Expect` has been taken out of the way.
    case mayContinue
    case whole
  }

  /// Of head and body each; what proves a success is short.
  private static let byteLimit = 65_536

  private enum Extent {
    case length(Int)
    case chunked
    case untilClose
  }

  private let isForHead: Bool
  private var bytes: [UInt8] = []
  private var head: WireHead?

  /// - Parameter method: Of the request; the answer to a HEAD has no body.
  init(to method: String) { isForHead = method == "HEAD" }

  /// Whether not a single byte has come.
  private(set) var isUntouched = true

  var status: Int? { head?.status }

  mutating func take(_ more: [UInt8]) throws(WireEnd) -> Progress {
    isUntouched = isUntouched && more.isEmpty
    bytes += more
    if head == nil {
      guard try takeHead() else { return .incomplete }
      if let status, (100..<200).contains(status) {
        head = nil
        // A final answer may have come with it.
        let next = try take([])
        return next == .incomplete ? .mayContinue : next
      }
    }
    return try body() == nil ? .incomplete : .whole
  }

  /// What the end of the connection makes of it.
  func atEnd() throws(WireEnd) -> Progress {
    guard let head else { throw .cut }
    if try body() != nil { return .whole }
    guard case .untilClose = try extent(of: head) else { throw .cut }
    return .whole
  }

  /// After `.whole`.
  func answer(url: String) throws(WireEnd) -> Answer {
    guard let head else { throw .malformed }
    let whole = try body() ?? bytes
    return Answer(
      url: url, status: head.status, retryAfter: head.values("retry-after"),
      date: head.values("date").last, location: head.values("location").last,
      body: Array(whole.prefix(Self.byteLimit)), bodyIsWhole: whole.count <= Self.byteLimit)
  }

  /// Whether the connection may carry another request after this answer.
  var leavesConnection: Bool {
    guard let head else { return false }
    if head.values("connection").contains(where: { $0.lowercased() == "close" }) { return false }
    do throws(WireEnd) {
      if case .untilClose = try extent(of: head) { return false }
      return true
    } catch {
      return false
    }
  }

  // MARK: Parts

  private mutating func takeHead() throws(WireEnd) -> Bool {
    guard let end = bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else {
      guard bytes.count <= Self.byteLimit, bytes.starts(with: "HTTP/".utf8.prefix(bytes.count))
      else { throw .malformed }
      return false
    }
    head = try WireHead(bytes[..<end.lowerBound])
    bytes.removeSubrange(..<end.upperBound)
    return true
  }

  private func extent(of head: WireHead) throws(WireEnd) -> Extent {
    if isForHead || head.status == 204 || head.status == 304 { return .length(0) }
    let codings = head.values("transfer-encoding").map { $0.lowercased() }
    if codings == ["chunked"] { return .chunked }
    let lengths = Set(head.values("content-length"))
    guard codings.isEmpty, lengths.count <= 1 else { throw .malformed }
    guard let length = lengths.first else { return .untilClose }
    guard !length.isEmpty, length.allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int(length)
    else { throw .malformed }
    return .length(count)
  }

  /// `nil` while more must come.
  private func body() throws(WireEnd) -> [UInt8]? {
    guard let head else { return nil }
    switch try extent(of: head) {
    case .length(let length): return bytes.count >= length ? Array(bytes.prefix(length)) : nil
    case .chunked: return try unchunked()
    case .untilClose: return bytes.count > Self.byteLimit ? bytes : nil
    }
  }

  private func unchunked() throws(WireEnd) -> [UInt8]? {
    var body: [UInt8] = []
    var rest = bytes[...]
    while let line = rest.firstRange(of: [0x0D, 0x0A]) {
      let digits = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
        .prefix { $0.isHexDigit }
      guard let size = Int(digits, radix: 16), size <= Self.byteLimit else { throw .malformed }
      rest = rest[line.upperBound...]
      // Trailers are left unread: nothing in them was promised, and the connection is not reused
      // but where the answer ends here.
      guard rest.count >= size + 2 else { return nil }
      if size == 0 { return body }
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return nil
  }
}
